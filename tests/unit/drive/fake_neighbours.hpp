// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/neighbours.hpp"

namespace hocket {

// They reach every rank with messages of their own, all of which have gone at once; a test says what is otherwise.
class fake_neighbours : public neighbours {
public:
    bool reaches(int) const override { return true; }
    bool tells_all(std::size_t, bool) const override { return false; }
    bool takes_pieces(int, std::size_t) const override { return false; }
    bool post(request&) override { return true; }
    void cancel(request&) noexcept override {}
    bool progress(bool) override { return false; }
    bool is_idle() const override { return false; }
    void begin(staging*) override {}
    bool has_left_lent() const noexcept override { return false; }
    bool failed() const noexcept override { return false; }
    heard_of heard() const noexcept override { return {}; }
};

} // namespace hocket

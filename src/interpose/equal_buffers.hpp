// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "interpose/collective.hpp"
#include <array>
#include <mutex>
#include <optional>

namespace hocket {

// Does the library underneath refuse a call whose two buffers are one where MPI_IN_PLACE should stand? That depends on
// the library and its settings, on the collective and on whether there are no, one or more elements. So the library is
// asked, when such a call is first seen.
class equal_buffers {
public:
    bool are_refused(collective which, std::size_t n);

private:
    enum { kinds = 3 };
    std::mutex lock_;
    std::array<std::array<std::optional<bool>, kinds>, all_collectives.size()> known_;
};

} // namespace hocket

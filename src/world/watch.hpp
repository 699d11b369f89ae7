// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/request.hpp"
#include <optional>
#include <string>
#include <vector>

namespace hocket {

// "sends to 0", "waits for 3", ...; a request in flight in one world.
std::string describe(const request& r);

// Watches the buffers of what is in flight on one rank: what is being read may only be read, what is being
// written may not be touched.
class watch {
public:
    // In words, which earlier request r disturbs.
    std::optional<std::string> disturbs(const request& r) const;
    void add(const request& r) { open_.push_back(&r); }
    void remove(const request& r);
    void clear() { open_.clear(); }

private:
    std::vector<const request*> open_;
};

} // namespace hocket

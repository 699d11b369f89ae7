// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "interpose/collective.hpp"
#include <map>
#include <mutex>

namespace hocket {

// Does the library underneath refuse an alltoall at once in which a rank sends itself other than as much as it expects?
// It is asked when such a call is first seen.
class unequal_ends {
public:
    bool are_refused(collective which);

private:
    std::mutex lock_;
    std::map<collective, bool> known_;
};

} // namespace hocket

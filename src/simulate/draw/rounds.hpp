// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "simulate/schedule.hpp"

namespace hocket {

// Who meets whom, and when: by a clock on which each message takes one round and starts as soon as its rank may post
// it, however many others it has under way. What has no bytes takes no time, for it only lets others begin; unless
// nothing has any.
struct meeting {
    int rank = 0, round = 0, peer = 0; // rounds from 0
    bool sends = false;
    auto operator<=>(const meeting&) const = default;
};

struct round_table {
    int rounds = 0;
    std::vector<meeting> meetings; // by rank, then by round; of several messages one way in one round one
};

round_table rounds_of(const schedule& s);

} // namespace hocket

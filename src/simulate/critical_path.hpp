// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "simulate/trace.hpp"

namespace hocket {

// One message that the end had to wait for. `late_receiver`: it was the receiver who kept it waiting, so the message
// before is one of the receiver's. Each step begins when the one before ends, so the steps fill the time.
struct critical_step {
    std::int64_t message;
    bool late_receiver;
    double from = 0; // microseconds: the message before had ended for the rank that waits, or the start
    double moves = 0; // the waiting is over: the message is on its way, or it had been there already
    double end = 0; // it is over for the rank that goes on
};

// From the first to the one that ends last. Waiting for a busy interface is a part of the message that waits.
std::vector<critical_step> critical_path(const trace& what);

// Where the time of the path went, in microseconds. `waiting`: for the other side, for the round trip of a long
// message, for a processor that was at work, for the message before on the same stream.
struct critical_sums {
    double network = 0, node = 0, waiting = 0;
};
critical_sums sums_of(const std::vector<critical_step>& path, const trace& what);

} // namespace hocket

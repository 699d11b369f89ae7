// SPDX-License-Identifier: BSD-3-Clause
// Traces written by hand.
#pragma once
#include "simulate/trace.hpp"

namespace hocket {

// An eager message that its receiver awaits: posted and started at `from`, over at `to`.
inline traced_message eager(int sender, int receiver, double from, double to, std::int64_t send_cause = -1)
{
    return {.from = sender,
            .to = receiver,
            .bytes = 8,
            .between_nodes = true,
            .send_posted = from,
            .started = from,
            .arrived = to,
            .finished = to,
            .send_finished = from + 1,
            .send_cause = send_cause};
}

} // namespace hocket

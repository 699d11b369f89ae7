// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hocket {

// One message of a simulated run, with its times in microseconds from the common start:
//   send_posted <= started <= arrived <= finished     on the network or in the node's memory
//   recv_posted <= finished                           when the receiver goes on
struct traced_message {
    int from = 0, to = 0;      // ranks
    int context = 0;           // which net of the communicator (0: all ranks)
    std::size_t bytes = 0;
    bool between_nodes = false, rendezvous = false;
    double send_posted = 0, started = 0, arrived = 0, finished = 0, recv_posted = 0;
    double send_finished = 0;  // when the sender's buffer is free again
    std::int64_t send_cause = -1,
                 recv_cause = -1; // index of the message whose end let that side post this one; -1: none
};

// What happened, in the order in which messages were posted.
struct trace {
    std::vector<traced_message> messages;
    double finish = 0; // microseconds
};

} // namespace hocket

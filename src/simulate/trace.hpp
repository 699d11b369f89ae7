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
    int from, to;             // ranks
    int context;              // which net of the communicator (0: all ranks)
    std::size_t bytes;
    bool between_nodes, rendezvous;
    double send_posted, started, arrived, finished, recv_posted;
    double send_finished;     // when the sender's buffer is free again
    std::int64_t send_cause, recv_cause; // index of the message whose end let that side post this one; -1: the start
};

// What happened, in the order in which messages were posted.
struct trace {
    std::vector<traced_message> messages;
    double finish = 0; // microseconds
};

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// Broadcast of n blocks in the optimal n + ceil(log2 p) - 1 rounds on the circulant graph, any p. The schedule of a
// rank costs O(log p) and no communication. Source: J. L. Traeff.
#pragma once
#include "shapes/circulant_send.hpp"
#include <algorithm>

namespace hocket {

// Who does what in one round; -1 for nothing.
struct block_step {
    int send_to, send_block, recv_from, recv_block;
};

// The schedule of vertex v; the root is vertex 0. Rounds i = first_step(n) .. first_step(n) + steps(n) - 1.
struct broadcast_schedule {
    int v, p, q;
    std::array<int, 32> recv, send; // per round of a phase of q rounds; see at()
    std::array<int, 32> skip;

    int steps(int nblocks) const { return q == 0 ? 0 : nblocks + q - 1; }
    // The last round is the last of a phase; the first phase begins that much later.
    int first_step(int nblocks) const { return q == 0 ? 0 : (q - (nblocks - 1) % q) % q; }
    block_step at(int i, int nblocks) const
    {
        int j = i % q, base = i / q * q - first_step(nblocks);
        int to = v < p - skip[j] ? v + skip[j] : v - (p - skip[j]);
        int from = v < skip[j] ? v - skip[j] + p : v - skip[j];
        int out = to == 0 ? -1 : std::min(send[j] + base, nblocks - 1);
        int in = v == 0 ? -1 : std::min(recv[j] + base, nblocks - 1);
        return {out < 0 ? -1 : to, std::max(out, -1), in < 0 ? -1 : from, std::max(in, -1)};
    }
};

inline broadcast_schedule circulant_broadcast(int p, int v)
{
    circulant graph(p);
    broadcast_schedule plan{v, p, graph.q, {}, {}, graph.skip};
    if (graph.q == 0) return plan;
    plan.recv = receive_search(graph, v).schedule();
    plan.send = send_schedule(graph, v);
    return plan;
}

} // namespace hocket

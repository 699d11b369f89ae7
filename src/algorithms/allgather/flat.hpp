// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"

namespace hocket::allgather {

// Flat: every rank sends its block to all others itself, one after the other from its next neighbour on, so that nobody
// is flooded, and stands ready for `window` of theirs at a time. (p-1)(alpha + n/p beta), and one latency where short
// messages overlap. For few ranks, and for long blocks in a network that carries all pairs at once.
struct flat {
    int window = 8;

    static task run(flat with, net on, blocks all)
    {
        co_await both(take(on, all, std::min(with.window, on.size() - 1)), give(on, all));
    }
    static cost declared(flat, const problem& of)
    {
        double others = of.ranks - 1, time = of.swaps(others, of.block(), of.ranks);
        return {time, time, others * of.ranks};
    }

private:
    static task take(net on, blocks all, int window)
    {
        group lanes;
        for (int first = 1; first <= window; ++first) lanes.add(take_lane(on, all, first, window));
        co_await lanes.all();
    }
    // Every stride-th distance.
    static task take_lane(net on, blocks all, int first, int stride)
    {
        for (int away = first; away < on.size(); away += stride) co_await on.recv(on.prev(away), all[on.prev(away)]);
    }
    static task give(net on, blocks all)
    {
        for (int away = 1; away < on.size(); ++away) co_await on.send(on.next(away), all[on.rank()]);
    }
};

} // namespace hocket::allgather

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"

namespace hocket::barrier {

// Flat: rank 0 hears of everybody and then lets everybody go, with at most `window` messages under way. 2(p-1) alpha
// through one port, two latencies where short messages overlap. For a few ranks that share memory.
struct flat {
    int window = 8;

    static task run(flat with, net on, nothing)
    {
        if (on.rank() != 0) {
            co_await on.send(0, cbytes{});
            co_await on.recv(0, bytes{});
            co_return;
        }
        group arrivals, releases;
        int width = std::min(with.window, on.size() - 1);
        for (int first = 1; first <= width; ++first) arrivals.add(hear(on, first, width));
        co_await arrivals.all();
        for (int first = 1; first <= width; ++first) releases.add(release(on, first, width));
        co_await releases.all();
    }
    static cost declared(flat, const problem& of)
    {
        double others = of.ranks - 1, time = others > 0 ? 2 * of.several(others, 0) : 0;
        return {time, time, 2 * others};
    }

private:
    // Each takes every stride-th rank.
    static task hear(net on, int first, int stride)
    {
        for (int from = first; from < on.size(); from += stride) co_await on.recv(from, bytes{});
    }
    static task release(net on, int first, int stride)
    {
        for (int to = first; to < on.size(); to += stride) co_await on.send(to, cbytes{});
    }
};

} // namespace hocket::barrier

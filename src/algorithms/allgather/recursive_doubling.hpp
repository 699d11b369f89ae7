// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
#include "shapes/doubling.hpp"
#include <cmath>

namespace hocket::allgather {

// Recursive doubling: with distance d = 1, 2, 4, ... partners exchange all that they hold. log2 p alpha + (p-1)/p
// n beta for a power of two. For other p the even one of each of the first pairs lends its block to its neighbour
// and gets the whole vector back at the end: 2 alpha + (n + n/p) beta more.
struct recursive_doubling {
    static task run(recursive_doubling, net on, blocks all)
    {
        fold folded{on.size()};
        int me = on.rank();
        if (folded.idle(me)) {
            co_await on.send(folded.proxy(me), all[me]);
            co_await on.recv(folded.proxy(me), all.all);
            co_return;
        }
        int guest = folded.guest(me);
        if (guest >= 0) co_await on.recv(guest, all[guest]);
        int v = folded.virtual_of(me);
        for (int d = 1; d < folded.core(); d *= 2) {
            int other = doubling::partner(v, d);
            auto mine = folded.blocks_of(doubling::window(v, d)), theirs = folded.blocks_of(doubling::window(other, d));
            auto step = on.together(2);
            step.recv(folded.original(other), all.range(theirs.first, theirs.last));
            step.send(folded.original(other), all.range(mine.first, mine.last));
            co_await step;
        }
        if (guest >= 0) co_await on.send(guest, all.all);
    }
    // A pair's blocks may meet in every window, so each step is charged for the fullest one.
    static cost declared(recursive_doubling, const problem& of)
    {
        fold folded{of.ranks};
        double block = of.block(), time = 0;
        for (int d = 1; d < folded.core(); d *= 2)
            time += of.exchange((d + std::min(d, folded.rem())) * block, folded, d);
        if (folded.rem() > 0) time += of.hop(block, of.reach(2)) + of.hop(of.bytes, of.reach(2));
        double steps = std::log2(folded.core());
        return {time, time, folded.core() * steps + 2.0 * folded.rem()};
    }
};

} // namespace hocket::allgather

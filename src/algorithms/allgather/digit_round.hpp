// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"

namespace hocket::allgather {

// One round of an exchange over the digits of virtual ranks: v and those that differ from it in the digit of this
// weight give each other the `weight` virtual blocks that each has. What comes is awaited all at once; what goes leaves
// one by one, each rank beginning with its next neighbour, so that nobody is sent two at a time.
template <class Numbering> struct digit_round {
    Numbering at;
    int v, weight, radix;

    int peer(int ahead) const
    {
        int digit = v / weight % radix;
        return v + ((digit + ahead) % radix - digit) * weight;
    }
    bytes window(blocks all, int u) const
    {
        auto range = at.blocks_of(doubling::window(u, weight));
        return all.range(range.first, range.last);
    }
    static task run(digit_round with, net on, blocks all) { co_await both(take(with, on, all), give(with, on, all)); }

private:
    static task take(digit_round with, net on, blocks all)
    {
        auto step = on.together(with.radix - 1);
        for (int j = with.radix - 1; j > 0; --j)
            step.recv(with.at.original(with.peer(j)), with.window(all, with.peer(j)));
        co_await step;
    }
    static task give(digit_round with, net on, blocks all)
    {
        for (int j = 1; j < with.radix; ++j) co_await on.send(with.at.original(with.peer(j)), with.window(all, with.v));
    }
};

} // namespace hocket::allgather

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/allgather/digit_round.hpp"
#include "shapes/mixed_radix.hpp"

namespace hocket::allgather {

// Exchange over digits whose radices are the prime factors of p: as few rounds as p has factors, f-1 messages in that
// of factor f, and (p-1)/p n beta without any rank left over. With growing factors the long messages of the last rounds
// go to the farthest ranks; with the largest factor first, nodes of that many ranks keep its messages inside. For p of
// small factors only: a prime p makes it one round of p-1 messages. Source: recursive multiplying.
struct mixed_radix {
    int largest_first = 0;

    static task run(mixed_radix with, net on, blocks all)
    {
        hocket::mixed_radix at(on.size(), with.largest_first);
        for (int i = 0, weight = 1; i < at.rounds; ++i) {
            int radix = at.factors[std::size_t(i)];
            co_await digit_round<hocket::mixed_radix>::run({at, on.rank(), weight, radix}, on, all);
            weight *= radix;
        }
    }
    static cost declared(mixed_radix with, const problem& of)
    {
        hocket::mixed_radix at(of.ranks, with.largest_first);
        double weight = 1, time = 0, messages = 0;
        for (int i = 0; i < at.rounds; ++i) {
            double radix = at.factors[std::size_t(i)];
            time += of.swaps(radix - 1, weight * of.block(), weight, weight * radix);
            messages += (radix - 1) * of.ranks;
            weight *= radix;
        }
        return {time, time, messages};
    }
};

} // namespace hocket::allgather

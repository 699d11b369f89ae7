// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
#include "algorithms/in_rank_order.hpp"

namespace hocket::allreduce {

// Everybody tells everybody its operand, and combines all from the lowest rank to the highest: alpha + (p-1) n (beta +
// gamma), where one message reaches all, as through memory that they share; elsewhere p-1 messages of each rank.
// Folklore.
struct shm {
    static task run(shm, net on, operands data)
    {
        int me = on.rank(), p = on.size();
        in_rank_order all(me, data.mine, data.result, on.scratch(std::size_t(p - 1) * data.size()));
        auto told = on.tell(data.mine);
        for (int ahead = 1; ahead < p; ++ahead) co_await on.hear(on.next(ahead), all.place_of(on.next(ahead)));
        co_await told;
        for (int rank = 1; rank < p; ++rank)
            co_await on.combine(all.into(rank), all.below(rank), all.operand(rank), *data.how);
        if (all.below(p).data() != data.result.data()) co_await on.copy(data.result, all.below(p));
    }
    static cost declared(shm, const problem& of)
    {
        double others = of.ranks - 1, n = of.bytes;
        double time = of.tells(n) ? of.told(others, n) : of.swaps(others, n, of.ranks);
        time += others * of.combining(n);
        return {time, time, of.tells(n) ? of.ranks : others * of.ranks};
    }
};

} // namespace hocket::allreduce

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"

namespace hocket::allreduce {

// Everybody tells everybody its operand, and combines all from the lowest rank to the highest: alpha + (p-1) n (beta +
// gamma), where one message reaches all, as through memory that they share; elsewhere p-1 messages of each rank.
// Folklore.
struct shm {
    static task run(shm, net on, operands data)
    {
        int me = on.rank(), p = on.size();
        auto n = data.size();
        auto room = on.scratch(std::size_t(p - 1) * n);
        auto of = [&](int rank) { return room.subspan(std::size_t(rank - (rank > me)) * n, n); };
        auto told = on.tell(data.mine);
        for (int ahead = 1; ahead < p; ++ahead) co_await on.hear(on.next(ahead), of(on.next(ahead)));
        co_await told;
        // The own operand may lie where the result goes: what is below it is combined where the lowest came.
        cbytes low = me == 0 ? data.mine : cbytes(of(0));
        for (int rank = 1; rank < p; ++rank) {
            auto into = rank < me ? of(0) : data.result;
            cbytes high = data.mine;
            if (rank != me) high = of(rank);
            co_await on.combine(into, low, high, *data.how);
            low = into;
        }
        if (low.data() != data.result.data()) co_await on.copy(data.result, low);
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

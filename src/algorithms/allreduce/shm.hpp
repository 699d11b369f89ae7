// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"

namespace hocket::allreduce {

// Everybody tells everybody its operand, and combines what it hears from the lowest rank to the highest: alpha + (p-1)
// n (beta + gamma), where one message reaches all, as through memory that they share; elsewhere p-1 messages of each
// rank. Folklore.
struct shm {
    static task run(shm, net on, operands data)
    {
        int me = on.rank(), p = on.size();
        auto n = data.size();
        auto below = me > 0 ? on.scratch(n) : bytes(); // the own operand may lie where the result goes
        auto told = on.tell(data.mine);
        if (me > 0) co_await on.hear(0, below);
        cbytes so_far = me > 0 ? cbytes(below) : data.mine;
        for (int rank = 1; rank < p; ++rank) {
            auto into = rank < me ? below : data.result;
            if (rank == std::max(1, me)) co_await told;
            if (rank == me) co_await on.combine(into, so_far, data.mine, *data.how);
            else co_await on.hear_reduce(rank, into, so_far, *data.how, true);
            so_far = into;
        }
        if (so_far.data() != data.result.data()) co_await on.copy(data.result, so_far);
    }
    static cost declared(shm, const problem& of)
    {
        double others = of.ranks - 1, n = of.bytes;
        double time = of.swaps(others, n, of.ranks) + others * of.combining(n);
        return {time, time, others * of.ranks};
    }
};

} // namespace hocket::allreduce

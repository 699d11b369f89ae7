// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"

namespace hocket::allgather {

// Everybody tells everybody its block: alpha + (p-1) m beta, where one message reaches all, as through memory that they
// share; elsewhere p-1 messages of each rank. Folklore.
struct shm {
    static task run(shm, net on, blocks data)
    {
        auto told = on.tell(data[on.rank()]);
        for (int ahead = 1; ahead < on.size(); ++ahead) co_await on.hear(on.next(ahead), data[on.next(ahead)]);
        co_await told;
    }
    static cost declared(shm, const problem& of)
    {
        double others = of.ranks - 1, m = of.block();
        double time = of.tells(m) ? of.told(others, m) : of.swaps(others, m, of.ranks);
        return {time, time, of.tells(m) ? of.ranks : others * of.ranks};
    }
};

} // namespace hocket::allgather

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"

namespace hocket::barrier {

// Everybody tells everybody: alpha, where one message reaches all, as through memory that they share; elsewhere p-1
// messages of each rank. Catalogue of every MPI library's shared memory.
struct shm {
    static task run(shm, net on, nothing)
    {
        auto told = on.tell({});
        for (int ahead = 1; ahead < on.size(); ++ahead) co_await on.hear(on.next(ahead), {});
        co_await told;
    }
    static cost declared(shm, const problem& of)
    {
        double others = of.ranks - 1;
        double time = of.tells(0) ? of.told(others, 0) : of.swaps(others, 0, of.ranks);
        return {time, time, of.tells(0) ? of.ranks : others * of.ranks};
    }
};

} // namespace hocket::barrier

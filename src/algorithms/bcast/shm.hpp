// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"

namespace hocket::bcast {

// The root tells everybody: alpha + n beta, where one message reaches all, as through memory that they share; elsewhere
// p-1 messages. Folklore.
struct shm {
    static task run(shm, net on, bytes data)
    {
        if (on.rank() == 0) co_await on.tell(data);
        else co_await on.hear(0, data);
    }
    static cost declared(shm, const problem& of)
    {
        double others = of.ranks - 1, n = of.bytes;
        double time = of.tells(n) ? of.told(1, n) : others > 0 ? of.several(others, n) : 0;
        return {time, time, of.tells(n) ? 1 : others};
    }
};

} // namespace hocket::bcast

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
#include "algorithms/places.hpp"

namespace hocket::bcast {

// Two phases (van de Geijn): scatter the vector over the ranks, then collect it everywhere. Each half moves
// (p-1)/p n bytes, so the whole costs about 2 n beta however many ranks there are, and the latency of both.
struct then {
    const scatter_algorithm* scatter = nullptr;
    const allgather_algorithm* allgather = nullptr;

    static task run(then with, net on, bytes data)
    {
        holdings left;
        blocks all{data, on.size(), &left};
        co_await spread(with, on, all);
        co_await with.allgather->start(on, all);
    }
    // The first phase.
    static task spread(then with, net on, blocks all)
    {
        cut_vector places(all);
        bool root = on.rank() == 0;
        rooted_blocks data{root ? bytes{} : all[on.rank()], &places, root ? &places : nullptr, &all, all.left};
        co_await with.scatter->start(on, data);
    }
    // The last rank to get its block starts the allgather last, and everybody's result waits for that block.
    static cost declared(then with, const problem& of)
    {
        auto first = with.scatter->declared(of), second = with.allgather->declared(of);
        double all = first.finish + second.finish;
        return {all, all, first.messages + second.messages};
    }
};

} // namespace hocket::bcast

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"

namespace hocket::allreduce {

// Reduce at rank 0, then broadcast from there: the cost of both. 2(p-1) messages with trees, the fewest there can be;
// for networks that p log p of them flood.
struct rooted {
    const reduce_algorithm* reduce = nullptr;
    const bcast_algorithm* bcast = nullptr;

    static task run(rooted with, net on, operands data)
    {
        operands first{data.mine, on.rank() == 0 ? data.result : bytes{}, data.how};
        co_await with.reduce->start(on, first);
        co_await with.bcast->start(on, data.result);
    }
    static cost declared(rooted with, const problem& of)
    {
        auto first = with.reduce->declared(of), second = with.bcast->declared(of);
        double all = first.finish + second.finish;
        return {all, all, first.messages + second.messages};
    }
};

} // namespace hocket::allreduce

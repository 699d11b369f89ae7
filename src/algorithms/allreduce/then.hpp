// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"

namespace hocket::allreduce {

// Two phases: reduce_scatter, after which every rank has its block of the result, then allgather of the blocks. Each
// moves (p-1)/p n bytes, so the whole costs about 2 n beta + n gamma however many ranks there are, and the latency of
// both. Everything happens in the memory of the result. Rabenseifner 2004; with rings: Patarasuk, Yuan 2009.
struct then {
    const reduce_scatter_algorithm* reduce_scatter = nullptr;
    const allgather_algorithm* allgather = nullptr;

    static task run(then with, net on, operands data)
    {
        blocks all{data.result, block_cut(data.size(), on.size(), data.element())};
        scattered_operands first{data.mine, all[on.rank()], all.cut, data.how, data.result};
        co_await with.reduce_scatter->start(on, first);
        co_await with.allgather->start(on, all);
    }
    static cost declared(then with, const problem& of)
    {
        auto whole = of.with_bytes(of.block() * of.ranks);
        auto first = with.reduce_scatter->declared(whole), second = with.allgather->declared(whole);
        double all = first.finish + second.finish;
        return {all, all, first.messages + second.messages};
    }
};

} // namespace hocket::allreduce

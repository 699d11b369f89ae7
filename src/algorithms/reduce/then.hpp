// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
#include "algorithms/places.hpp"

namespace hocket::reduce {

// Two phases: reduce_scatter, after which every rank has its block of the result, then gather the blocks at rank 0.
// Each moves (p-1)/p n bytes, so the whole costs about 2 n beta + n gamma however many ranks there are, and the latency
// of both. Rabenseifner 2004.
struct then {
    const reduce_scatter_algorithm* reduce_scatter = nullptr;
    const gather_algorithm* gather = nullptr;

    static task run(then with, net on, operands data)
    {
        block_cut cut(data.size(), on.size(), data.element());
        bool root = on.rank() == 0;
        auto block = root ? data.result.first(cut.length(0)) : on.scratch(cut.length(on.rank()));
        scattered_operands first{data.mine, block, cut, data.how, root ? data.result : bytes{}};
        co_await with.reduce_scatter->start(on, first);
        cut_sizes sizes(cut);
        blocks all{root ? data.result : bytes{}, cut};
        cut_vector places(all);
        rooted_blocks second{root ? bytes{} : block, &sizes, root ? &places : nullptr};
        co_await with.gather->start(on, second);
    }
    static cost declared(then with, const problem& of)
    {
        auto whole = of.with_bytes(of.block() * of.ranks);
        auto first = with.reduce_scatter->declared(whole), second = with.gather->declared(whole);
        double all = first.finish + second.finish;
        return {all, all, first.messages + second.messages};
    }
};

} // namespace hocket::reduce

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/places.hpp"
#include "algorithms/running_value.hpp"

namespace hocket::reduce_scatter {

// Two phases: rank 0 gets the whole result and hands everybody its block. The latency of both and the bytes of a
// reduce; keeps order if its reduce does. Folklore.
struct rooted {
    const reduce_algorithm* reduce = nullptr;
    const scatter_algorithm* scatter = nullptr;

    static task run(rooted with, net on, scattered_operands data)
    {
        bool root = on.rank() == 0;
        auto whole = root && data.work.empty() ? on.scratch(data.mine.size()) : root ? data.work : bytes{};
        co_await with.reduce->start(on, {data.mine, whole, data.how});
        cut_sizes sizes(data.cut);
        row_of_blocks places(whole, sizes);
        rooted_blocks out{root ? bytes{} : data.result, &sizes, root ? &places : nullptr};
        co_await with.scatter->start(on, out);
        if (root) co_await settle_value(on, {whole.first(data.result.size()), data.result});
    }
    static cost declared(rooted with, const problem& of)
    {
        auto first = with.reduce->declared(of), second = with.scatter->declared(of_part(with, 1, of));
        double all = first.finish + second.finish;
        return {all, all, first.messages + second.messages};
    }
    // Blocks hold whole elements.
    static problem of_part(rooted, int part, const problem& of)
    {
        return part == 0 ? of : of.with_bytes(of.block() * of.ranks);
    }
};

} // namespace hocket::reduce_scatter

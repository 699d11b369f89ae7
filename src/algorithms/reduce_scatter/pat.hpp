// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/reduce_scatter/offset_sums.hpp"
#include "algorithms/reduce_scatter/sums_exchange.hpp"
#include "algorithms/running_value.hpp"
#include "shapes/far_first.hpp"

namespace hocket::reduce_scatter {

// PAT: the sums of every block come together along a binomial tree of distances, the nearest first, and blocks that
// take the same way share messages of at most `aggregate` blocks (0: any number). ceil(log2 p) rounds where all share,
// p-1 where none do, and (p-1)/p n (beta + gamma); a rank holds the sums of about `aggregate` log2(p / aggregate)
// blocks at a time. Operators must commute. The allgather backwards; Jeaugey 2025.
struct pat {
    int aggregate = 0;

    static task run(pat with, net on, scattered_operands data)
    {
        int p = on.size();
        if (p == 1) {
            co_await settle_value(on, {data.mine, data.result});
            co_return;
        }
        far_first way(p, with.aggregate);
        offset_sums sums(on, data, std::max(2, way.near()));
        sums_exchange step(on, data.how, way.most_blocks());
        for (int i = way.steps() - 1; i >= 0; --i) {
            auto at = way.at(i);
            for (int offset = at.first; offset < p; offset += at.stride) {
                step.give(sums.now(offset));
                step.take(sums.place(offset - at.hop), sums.now(offset - at.hop));
            }
            sums.moved(at.first, at.first - at.hop, at.count(p));
            co_await sums_exchange::round(&step, on.prev(at.hop), on.next(at.hop));
        }
    }
    static cost declared(pat with, const problem& of)
    {
        if (of.ranks == 1) return {};
        far_first way(of.ranks, with.aggregate);
        double time = of.combining((of.ranks - 1) * of.block()) + (way.most_blocks() > 1 ? packing(of) : 0);
        for (int i = 0; i < way.folded; ++i) time += of.exchange(way.at(i).count(of.ranks) * of.block(), way.at(i).hop);
        // One by one: so many steps of each distance, and the blocks that go by them all.
        for (int hop = way.near() / 2; hop > 0; hop /= 2) {
            double steps = (std::min(way.near(), of.ranks) - 1 + hop) / (2 * hop);
            double together = (of.ranks - 1 + hop) / (2 * hop);
            if (steps > 0) time += steps * of.exchange(together / steps * of.block(), hop);
        }
        return {time, time, double(way.steps()) * of.ranks};
    }
};

} // namespace hocket::reduce_scatter

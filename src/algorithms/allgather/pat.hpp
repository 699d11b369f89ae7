// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/allgather/strided.hpp"
#include "shapes/far_first.hpp"

namespace hocket::allgather {

// PAT: every block goes down a binomial tree of distances, the farthest first, and blocks that take the same way share
// messages of at most `aggregate` blocks (0: any number). ceil(log2 p) rounds where all share, p-1 where none do, and
// (p-1)/p n beta; the longest messages stay near. Blocks lie in place all the time, so there is no copy but for those
// too short for messages of several pieces. Any p. Jeaugey 2025.
struct pat {
    int aggregate = 0;

    static task run(pat with, net on, blocks all)
    {
        if (on.size() == 1) co_return;
        far_first way(on.size(), with.aggregate);
        auto lists = on.ledger<bytes>(2 * way.most_blocks());
        auto give = lists.first(lists.size() / 2), take = lists.last(lists.size() / 2);
        for (int i = 0; i < way.steps(); ++i) {
            auto step = way.at(i);
            int n = step.count(on.size()), offset = step.first;
            for (int j = 0; j < n; ++j, offset += step.stride) {
                take[std::size_t(j)] = all[on.prev(offset)];
                give[std::size_t(j)] = all[on.prev(offset - step.hop)];
            }
            auto length = std::size_t(n);
            co_await swap_pieces(on, on.next(step.hop), give.first(length), on.prev(step.hop), take.first(length));
        }
    }
    static cost declared(pat with, const problem& of)
    {
        if (of.ranks == 1) return {};
        far_first way(of.ranks, with.aggregate);
        double time = way.most_blocks() > 1 ? packing(of) : 0;
        for (int i = 0; i < way.folded; ++i) time += of.exchange(way.at(i).count(of.ranks) * of.block(), way.at(i).hop);
        // The steps of one distance: the offsets that have it as their lowest bit, and the blocks that go by them.
        for (int hop = way.near() / 2, one_by_one = std::min(way.near(), of.ranks) - 1; hop > 0; hop /= 2) {
            double steps = (one_by_one + hop) / (2 * hop), blocks = (of.ranks - 1 + hop) / (2 * hop);
            if (steps > 0) time += steps * of.exchange(blocks / steps * of.block(), hop);
        }
        return {time, time, double(way.steps()) * of.ranks};
    }
};

} // namespace hocket::allgather

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
#include "shapes/double_tree_schedule.hpp"
#include <cmath>

namespace hocket::bcast {

// Two trees: each half of the data goes down a binary tree of its own over the ranks beside the root, one in the even
// steps and one in the odd. Who is inner in one tree is a leaf in the other, so everybody sends as much as it receives
// and the whole bandwidth is used at logarithmic latency: (2 log2 p + ns)(alpha + s beta) for ns segments in all.
// Sanders, Speck, Traeff 2009.
struct double_tree {
    std::size_t segment = 0; // 0: each half in one piece

    static task run(double_tree with, net on, bytes data)
    {
        partition halves{data.size(), 2};
        segments cut[] = {{halves.length(0), with.segment}, {halves.length(1), with.segment}};
        auto part = [&](const half_move& move) {
            auto& of = cut[move.half];
            return data.subspan(halves.offset(move.half) + of.offset(move.segment), of.length(move.segment));
        };
        double_tree_schedule plan(on.rank(), on.size(), {cut[0].count(), cut[1].count()});
        for (int i = plan.begin(), end = plan.end(); i < end; ++i) {
            auto in = plan.received(i), out = plan.sent(i);
            auto step = on.together(2);
            if (in.peer >= 0) step.recv(in.peer, part(in));
            if (out.peer >= 0) step.send(out.peer, part(out));
            co_await step;
        }
    }
    static cost declared(double_tree with, const problem& of)
    {
        if (of.ranks == 1) return {};
        partition halves{std::size_t(of.bytes), 2};
        segments one(halves.length(0), with.segment), other(halves.length(1), with.segment);
        int ns = one.count() + other.count();
        double trees = of.level().one_port ? 1 : 2; // without rounds the messages of both parents meet at one port
        double each = of.pace(trees, double(std::max(one.size, other.size)));
        double steps = double_tree_schedule::steps(of.ranks, {one.count(), other.count()}), filling = steps - ns;
        double alone = of.message(double(std::max(one.size, other.size)));
        double all = filling * alone + ns * each;
        return {all, all, double(ns) * (of.ranks - 1)};
    }
};

} // namespace hocket::bcast

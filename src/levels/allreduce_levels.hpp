// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/running_value.hpp"
#include "levels/lane_groups.hpp"
#include "levels/lane_price.hpp"
#include "levels/pipeline.hpp"
#include "shapes/partition.hpp"
#include <cmath>

namespace hocket::allreduce {

// Two levels: each node reduces to its leader, the leaders have an allreduce, each node hears the result from its
// leader. Segment s+2 comes to the leader while s+1 crosses the network and s is handed out; every rank takes its steps
// with the others of its node, also those in which it has nothing to do.
//
// Cost of one segment inside(P) + across(N) + release(P), and ns-1 times the slowest of the three more. Operands stay
// in rank order where every node has a run of ranks. Karonis et al. 2000; HAN (Luo et al. 2020).
struct levels {
    const allreduce_algorithm* across = nullptr;
    const reduce_algorithm* inside = nullptr;
    const bcast_algorithm* release = nullptr;
    std::size_t segment = 0;
    const layout* where = nullptr;

    static task run(levels with, net on, operands data)
    {
        lane_groups at(on, *with.where, 1);
        if (on.size() == 1) co_await settle_value(on, {data.mine, data.result});
        auto grain = data.element();
        auto cut = segments_of(data.size(), grain, with.segment);
        auto start = [&](int stage, int s) {
            auto from = cut.offset(s) * grain, n = cut.length(s) * grain;
            operands part{data.mine.subspan(from, n), data.result.subspan(from, n), data.how};
            return stage == 0   ? reduce(with, &at, part)
                   : stage == 1 ? exchange(with, &at, part)
                                : hear(with, &at, part);
        };
        int stages = on.size() > 1 ? 3 : 0;
        co_await pipelined(stages, cut.count(), start);
    }

    // For one segment.
    static problem of_part(levels with, int i, const problem& of)
    {
        lane_price by(*with.where, 1);
        double n = double(with.cut(of).size) * of.element;
        return i == 0 ? by.across(of, n) : by.in_group(of, n);
    }
    static cost declared(levels with, const problem& of)
    {
        auto over = with.across->declared(of_part(with, 0, of));
        auto up = with.inside->declared(of_part(with, 1, of)), down = with.release->declared(of_part(with, 2, of));
        double steps = with.cut(of).count(), node = up.finish + down.finish;
        double middle = of_middle(with.where->largest()) * of.node(of_part(with, 1, of).bytes);
        double pace = std::max(over.finish, of.level().one_port ? std::max(up.finish, down.finish) + middle : node);
        double all = node + over.finish + (steps - 1) * pace, nodes = with.where->nodes();
        return {all, steps * pace, steps * (over.messages + nodes * (up.messages + down.messages))};
    }

private:
    // Ranks in the middle of both trees share their ports between them: the more, the deeper the trees are.
    static double of_middle(int ranks) { return ranks > 3 ? std::log2(ranks + 1) - 1 : 0; }
    segments cut(const problem& of) const
    {
        return segments_of(std::size_t(of.bytes), std::size_t(of.element), segment);
    }
    static task reduce(levels with, const lane_groups* at, operands part)
    {
        if (at->alone()) co_return;
        operands data{part.mine, at->leads() ? part.result : bytes{}, part.how};
        co_await with.inside->start(at->group(), data);
    }
    static task exchange(levels with, const lane_groups* at, operands part)
    {
        if (!at->leads() || at->across().size() == 1) co_return;
        if (!at->alone()) part.mine = part.result;
        co_await with.across->start(at->across(), part);
    }
    static task hear(levels with, const lane_groups* at, operands part)
    {
        if (!at->alone()) co_await with.release->start(at->group(1), part.result);
    }
};

} // namespace hocket::allreduce

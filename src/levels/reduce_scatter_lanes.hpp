// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/reduce/knomial.hpp"
#include "algorithms/scatter/knomial.hpp"
#include "levels/lane_price.hpp"
#include "levels/scatter_in_groups.hpp"

namespace hocket::reduce_scatter {

// Multi-lane: with the blocks put in order lane by lane, the L heads of a node share out its sum, each the blocks of
// its lane (`inside`), and the heads of each lane have a reduce_scatter of these, all lanes at once. Ranks that are no
// heads hand their operands to the head of their group before, and get their block from it afterwards, along binomial
// trees. Cost inside(L, n) + across(N, n/L) where nodes are equal and all ranks heads. Operands stay in rank order
// where every node has a run of ranks. Traeff, Hunold 2020.
struct lanes {
    const reduce_scatter_algorithm *across = nullptr, *inside = nullptr;
    int leaders = 0; // 0: as many as the smallest node has ranks
    const layout* where = nullptr;

    static task run(lanes with, net on, scattered_operands data)
    {
        lane_groups at(on, *with.where, with.leaders);
        auto join = [&](operands part) { return reduce::knomial::run({}, at.group(), part); };
        auto share = [&](const lane_order* order, scattered_operands all, bytes packed) {
            return of_heads(with, &at, order, all, packed);
        };
        auto release = [&](rooted_blocks part) { return scatter::knomial::run({}, at.group(), part); };
        co_await scatter_in_groups(on, &at, data, join, share, release);
    }

    static problem of_part(lanes with, int i, const problem& of)
    {
        lane_price by(*with.where, with.leaders);
        double lane = of.block() * by.group_size() * with.where->nodes();
        return i == 0 ? by.across(of, lane) : by.of_heads(of, lane * by.lanes);
    }
    static cost declared(lanes with, const problem& of)
    {
        lane_price by(*with.where, with.leaders);
        auto over = with.across->declared(of_part(with, 0, of)), node = with.inside->declared(of_part(with, 1, of));
        auto first = reduce::knomial::declared({}, by.in_group(of, of.bytes));
        auto last = scatter::knomial::declared({}, by.in_group(of, of.block() * by.group_size()));
        double all = first.finish + of.bytes * of.copy_per_byte + node.finish + over.finish + last.finish;
        double in_node = node.messages + by.lanes * (first.messages + last.messages);
        return {all, all, by.lanes * over.messages + with.where->nodes() * in_node};
    }

private:
    // The sum of the own group to that of all, of the own group's blocks.
    static task of_heads(lanes with, const lane_groups* at, const lane_order* order, scattered_operands data,
                         bytes packed)
    {
        auto heads = at->heads(), over = at->across();
        auto lane = order->lane_in(packed), own = order->group_in(packed);
        if (heads.size() > 1) {
            co_await with.inside->start(heads, {data.mine, lane, order->by_lane(), data.how, packed});
            data.mine = lane;
        }
        if (over.size() > 1) co_await with.across->start(over, {data.mine, own, order->by_node(), data.how, lane});
        else if (data.mine.data() != lane.data()) co_await over.copy(lane, data.mine);
    }
};

} // namespace hocket::reduce_scatter

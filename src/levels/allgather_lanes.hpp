// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/bcast/knomial.hpp"
#include "algorithms/gather/knomial.hpp"
#include "levels/group_blocks.hpp"
#include "levels/lane_price.hpp"

namespace hocket::allgather {

// Multi-lane: the heads of each lane have an allgather of their blocks, all lanes at once, and then those of each node
// one of what the lanes have. Ranks that are no heads hand their block to the head of their group before, and hear all
// of it from there afterwards. Blocks travel lane by lane; where that is not the order of the ranks, in memory of their
// own. Cost across(N, m) + inside(L, N m), where nodes are equal and all ranks heads. Traeff, Hunold 2020.
struct lanes {
    const allgather_algorithm *across = nullptr, *inside = nullptr;
    int leaders = 0; // 0: as many as the smallest node has ranks
    const layout* where = nullptr;

    static task run(lanes with, net on, blocks data)
    {
        lane_groups at(on, *with.where, with.leaders);
        lane_order order(on, at, data.cut);
        bool apart = at.leads() && !order.natural();
        auto packed = apart ? on.scratch(data.all.size()) : data.all;
        group_blocks own(at, order, packed, data[on.rank()]);
        if (apart) co_await on.copy(own.of_head(), data[on.rank()]);
        if (!at.alone()) co_await gather::knomial::run({}, at.group(), own.data());
        if (at.leads()) co_await of_heads(with, &at, &order, packed);
        if (apart) co_await order.unpack(on, data.all, packed);
        if (!at.alone()) co_await bcast::knomial::run({}, at.group(), data.all);
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
        auto first = gather::knomial::declared({}, by.in_group(of, of.block() * by.group_size()));
        auto last = bcast::knomial::declared({}, by.in_group(of, of.bytes));
        double all = first.finish + over.finish + node.finish + of.bytes * of.copy_per_byte + last.finish;
        double in_node = node.messages + by.lanes * (first.messages + last.messages);
        return {all, all, by.lanes * over.messages + with.where->nodes() * in_node};
    }

private:
    static task of_heads(lanes with, const lane_groups* at, const lane_order* order, bytes packed)
    {
        if (at->across().size() > 1)
            co_await with.across->start(at->across(), {order->lane_in(packed), order->by_node()});
        if (at->lanes() > 1) co_await with.inside->start(at->heads(), {packed, order->by_lane()});
    }
};

} // namespace hocket::allgather

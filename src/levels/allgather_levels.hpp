// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "levels/group_blocks.hpp"
#include "levels/lane_price.hpp"

namespace hocket::allgather {

// Two levels: each leader gathers the blocks of its node, the leaders have an allgather of these, and each node hears
// all of it from its leader. Where the ranks of a node are no run, its blocks travel in memory of their own. Cost
// inside(P, m) + across(N, P m) + release(P, p m). Any layout. Folklore.
struct levels {
    const allgather_algorithm* across = nullptr;
    const gather_algorithm* inside = nullptr;
    const bcast_algorithm* release = nullptr;
    const layout* where = nullptr;

    static task run(levels with, net on, blocks data)
    {
        lane_groups at(on, *with.where, 1);
        lane_order order(on, at, data.cut);
        bool apart = at.leads() && !order.natural();
        auto packed = apart ? on.scratch(data.all.size()) : data.all;
        group_blocks own(at, order, packed, data[on.rank()]);
        if (apart) co_await on.copy(own.of_head(), data[on.rank()]);
        if (!at.alone()) co_await with.inside->start(at.group(), own.data());
        if (at.leads() && at.across().size() > 1) co_await with.across->start(at.across(), {packed, order.by_node()});
        if (apart) co_await order.unpack(on, data.all, packed);
        if (!at.alone()) co_await with.release->start(at.group(), data.all);
    }

    static problem of_part(levels with, int i, const problem& of)
    {
        lane_price by(*with.where, 1);
        double node = of.block() * with.where->largest();
        return i == 0 ? by.across(of, node * with.where->nodes()) : by.in_group(of, i == 1 ? node : of.bytes);
    }
    static cost declared(levels with, const problem& of)
    {
        auto over = with.across->declared(of_part(with, 0, of)), up = with.inside->declared(of_part(with, 1, of)),
             down = with.release->declared(of_part(with, 2, of));
        double unpacking = with.where->node_major() ? 0 : of.bytes * of.copy_per_byte;
        double all = up.finish + over.finish + unpacking + down.finish;
        return {all, all, over.messages + with.where->nodes() * (up.messages + down.messages)};
    }
};

} // namespace hocket::allgather

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "levels/lane_price.hpp"
#include "levels/scatter_in_groups.hpp"

namespace hocket::reduce_scatter {

// Two levels: each node reduces the whole vector to its leader, the leaders have a reduce_scatter of the nodes' blocks,
// and each hands out those of its node. Where the ranks of a node are no run, the leaders first put the blocks of a
// node together. Cost inside(P, n) + across(N, n) + release(P, n/N). Operands stay in rank order where every node has a
// run of ranks. Folklore.
struct levels {
    const reduce_scatter_algorithm* across = nullptr;
    const reduce_algorithm* inside = nullptr;
    const scatter_algorithm* release = nullptr;
    const layout* where = nullptr;

    static task run(levels with, net on, scattered_operands data)
    {
        lane_groups at(on, *with.where, 1);
        auto join = [&](operands part) { return with.inside->start(at.group(), part); };
        auto share = [&](const lane_order* order, scattered_operands all, bytes packed) {
            return of_leaders(with, &at, order, all, packed);
        };
        auto release = [&](rooted_blocks part) { return with.release->start(at.group(), part); };
        co_await scatter_in_groups(on, &at, data, join, share, release);
    }

    static problem of_part(levels with, int i, const problem& of)
    {
        lane_price by(*with.where, 1);
        double node = of.block() * with.where->largest();
        if (i == 1) return by.in_group(of, of.bytes);
        return i == 0 ? by.across(of, node * with.where->nodes()) : by.in_group(of, node);
    }
    static cost declared(levels with, const problem& of)
    {
        auto over = with.across->declared(of_part(with, 0, of)), up = with.inside->declared(of_part(with, 1, of)),
             down = with.release->declared(of_part(with, 2, of));
        double packing = with.where->node_major() ? 0 : of.bytes * of.copy_per_byte;
        double all = up.finish + packing + over.finish + down.finish;
        return {all, all, over.messages + with.where->nodes() * (up.messages + down.messages)};
    }

private:
    // The sum of the own node to that of all, of the own node's blocks.
    static task of_leaders(levels with, const lane_groups* at, const lane_order* order, scattered_operands data,
                           bytes packed)
    {
        auto net = at->across();
        auto own = order->group_in(packed);
        if (net.size() > 1) co_await with.across->start(net, {data.mine, own, order->by_node(), data.how, packed});
        else if (data.mine.data() != packed.data()) co_await net.copy(packed, data.mine);
    }
};

} // namespace hocket::reduce_scatter

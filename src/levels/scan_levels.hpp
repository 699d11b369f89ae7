// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "levels/lane_price.hpp"
#include "levels/scan_in_nodes.hpp"

namespace hocket::scan {

// Two levels, where ranks count up node by node: a scan inside each node, after which its last rank knows the value of
// the node; an exscan of these over the nodes; and each node hears from its last rank what comes before it. An exscan
// is the same with exscans inside. Cost inside(P) + across(N) + release(P) + n gamma, in an exscan 2n gamma. Folklore.
template <bool inclusive> struct levels {
    const scan_algorithm *across = nullptr, *inside = nullptr;
    const bcast_algorithm* release = nullptr;
    const layout* where = nullptr;

    static task run(levels with, net on, operands data)
    {
        node_place at(*with.where, on.rank());
        ranks_of mates(*with.where, -1, *with.where, at.node);
        auto node = on.among(mates, at.local, at.size, 1);
        // The last rank of an exscan needs its operand once more.
        operands own = data;
        if (!inclusive && at.last() && at.size > 1) own.result = on.scratch(data.size());
        if (at.size > 1) co_await with.inside->start(node, own);
        own.mine = inclusive && at.size == 1 ? data.mine : own.result;
        own.result = data.result;

        auto before = at.first_node() && !at.last() ? bytes{} : on.scratch(data.size());
        if (at.last()) co_await over_nodes(with, on, at, {data.mine, before, data.how}, own.mine);
        if (!at.first_node() && at.size > 1) co_await with.release->start(node.rooted(at.size - 1), before);
        co_await put_before<inclusive>(on, at, own, before);
    }

    static problem of_part(levels with, int i, const problem& of)
    {
        lane_price by(*with.where, 1);
        return i == 0 ? by.across(of, of.bytes) : by.in_group(of, of.bytes);
    }
    static cost declared(levels with, const problem& of)
    {
        auto over = with.across->declared(of_part(with, 0, of)), up = with.inside->declared(of_part(with, 1, of)),
             down = with.release->declared(of_part(with, 2, of));
        double all = up.finish + over.finish + down.finish + (inclusive ? 1 : 2) * of.combining(of.bytes);
        return {all, all, over.messages + with.where->nodes() * (up.messages + down.messages)};
    }

private:
    // `inside` is what the scan of the node has left on its last rank.
    static task over_nodes(levels with, net on, node_place at, operands data, cbytes inside)
    {
        last_ranks likes(*with.where);
        if (with.where->nodes() == 1) co_return;
        auto value = data.mine;
        if (inclusive) {
            value = inside;
        } else if (at.size > 1) {
            auto all = on.scratch(data.size());
            co_await on.combine(all, inside, data.mine, *data.how);
            value = all;
        }
        co_await with.across->start(on.among(likes, at.node, with.where->nodes(), 2), {value, data.result, data.how});
    }
};

} // namespace hocket::scan

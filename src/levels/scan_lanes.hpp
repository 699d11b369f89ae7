// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/bcast/knomial.hpp"
#include "algorithms/reduce/knomial.hpp"
#include "levels/lane_groups.hpp"
#include "levels/lane_price.hpp"
#include "levels/scan_in_nodes.hpp"

namespace hocket::scan {

// Multi-lane, where ranks count up node by node: the L heads of a node share out its value (`share`), each has an
// exscan of its part over the nodes on all lanes at once, and they collect what comes before the node (`release`);
// every rank puts that before what a scan `inside` the node has told it. Ranks that are no heads join the head of their
// group before and hear from it afterwards, along binomial trees.
//
// Cost share(L, n) + across(N, n/L) + release(L, n) + inside(P, n) + n gamma. Traeff, Hunold 2020.
template <bool inclusive> struct lanes {
    const scan_algorithm *across = nullptr, *inside = nullptr; // an exscan; the same as the whole
    const reduce_scatter_algorithm* share = nullptr;
    const allgather_algorithm* release = nullptr;
    int leaders = 0; // 0: as many as the smallest node has ranks
    const layout* where = nullptr;

    static task run(lanes with, net on, operands data)
    {
        node_place at(*with.where, on.rank());
        lane_groups groups(on, *with.where, with.leaders);
        bool several = with.where->nodes() > 1, hears = several && !at.first_node();
        auto before = hears || (several && groups.leads()) ? on.scratch(data.size()) : bytes{};
        if (several) co_await over_nodes(with, &groups, {data.mine, before, data.how}, hears);
        if (hears && !groups.alone()) co_await bcast::knomial::run({}, groups.group(1), before);

        ranks_of mates(*with.where, -1, *with.where, at.node);
        if (at.size > 1) co_await with.inside->start(on.among(mates, at.local, at.size, 5), data);
        bool moved = at.size > 1 || !inclusive;
        co_await put_before<inclusive>(on, at, {moved ? data.result : data.mine, data.result, data.how}, before);
    }

    static problem of_part(lanes with, int i, const problem& of)
    {
        lane_price by(*with.where, with.leaders), node(*with.where, 1);
        if (i == 1) return node.in_group(of, of.bytes);
        return i == 0 ? by.across(of, by.piece(of)) : by.of_heads(of, of.bytes);
    }
    static cost declared(lanes with, const problem& of)
    {
        lane_price by(*with.where, with.leaders);
        auto over = with.across->declared(of_part(with, 0, of)), inside = with.inside->declared(of_part(with, 1, of)),
             share = with.share->declared(of_part(with, 2, of)), down = with.release->declared(of_part(with, 3, of));
        double nodes = with.where->nodes();
        if (nodes == 1) return inside;
        auto group = by.in_group(of, of.bytes);
        auto first = reduce::knomial::declared({}, group), last = bcast::knomial::declared({}, group);
        double before = first.finish + share.finish + over.finish + down.finish + last.finish;
        double all = before + inside.finish + of.combining(of.bytes);
        double in_node = inside.messages + share.messages + down.messages + by.lanes * (first.messages + last.messages);
        return {all, all, by.lanes * over.messages + nodes * in_node};
    }

private:
    // Heads have room for a whole vector in data.result, and get there what comes before the node, if anything does.
    static task over_nodes(lanes with, const lane_groups* at, operands data, bool hears)
    {
        if (!at->alone()) {
            operands joined{data.mine, at->leads() ? data.result : bytes{}, data.how};
            co_await reduce::knomial::run({}, at->group(), joined);
            data.mine = data.result;
        }
        if (!at->leads()) co_return;
        block_cut cut(data.size(), at->lanes(), data.element());
        auto own = data.result.subspan(cut.offset(at->lane()), cut.length(at->lane()));
        auto value = data.mine;
        if (at->lanes() > 1) {
            co_await with.share->start(at->heads(), {data.mine, own, cut, data.how, data.result});
            value = own;
        }
        co_await with.across->start(at->across(), {value, own, data.how});
        if (hears && at->lanes() > 1) co_await with.release->start(at->heads(), {data.result, cut});
    }
};

} // namespace hocket::scan

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/bcast/knomial.hpp"
#include "algorithms/reduce/knomial.hpp"
#include "levels/lane_groups.hpp"
#include "levels/lane_price.hpp"

namespace hocket::allreduce {

// Multi-lane: the L heads of a node share out its sum (`inside`), each has an allreduce of its part with its likes on
// all lanes at once, and they collect the parts (`release`). Ranks that are no heads hand their operands to the head of
// their group before, and hear the result from it afterwards, both along binomial trees.
//
// Cost inside(L, n) + across(N, n/L) + release(L, n), and 2 log2(P/L) messages of n where P > L. Operands stay in rank
// order where every node has a run of ranks. Traeff, Hunold 2020; several leaders (DPML): Bayatpour et al. 2017.
struct lanes {
    const allreduce_algorithm* across = nullptr;
    const reduce_scatter_algorithm* inside = nullptr;
    const allgather_algorithm* release = nullptr;
    int leaders = 0; // 0: as many as the smallest node has ranks
    const layout* where = nullptr;

    static task run(lanes with, net on, operands data)
    {
        lane_groups at(on, *with.where, with.leaders);
        if (!at.alone()) {
            operands joined{data.mine, at.leads() ? data.result : bytes{}, data.how};
            co_await reduce::knomial::run({}, at.group(), joined);
            data.mine = data.result;
        }
        if (at.leads()) co_await of_heads(with, &at, data);
        if (!at.alone()) co_await bcast::knomial::run({}, at.group(), data.result);
    }

    static problem of_part(lanes with, int i, const problem& of)
    {
        lane_price by(*with.where, with.leaders);
        return i == 0 ? by.across(of, by.piece(of)) : by.of_heads(of, of.bytes);
    }
    static cost declared(lanes with, const problem& of)
    {
        lane_price by(*with.where, with.leaders);
        auto over = with.across->declared(of_part(with, 0, of)), share = with.inside->declared(of_part(with, 1, of)),
             collect = with.release->declared(of_part(with, 2, of));
        auto group = by.in_group(of, of.bytes);
        auto first = reduce::knomial::declared({}, group), last = bcast::knomial::declared({}, group);
        double all = first.finish + share.finish + over.finish + collect.finish + last.finish;
        double in_node = share.messages + collect.messages + by.lanes * (first.messages + last.messages);
        return {all, all, by.lanes * over.messages + with.where->nodes() * in_node};
    }

private:
    static task of_heads(lanes with, const lane_groups* at, operands data)
    {
        block_cut cut(data.size(), at->lanes(), data.element());
        auto own = data.result.subspan(cut.offset(at->lane()), cut.length(at->lane()));
        auto value = data.mine; // of the node, in this lane
        if (at->lanes() > 1) {
            co_await with.inside->start(at->heads(), {data.mine, own, cut, data.how, data.result});
            value = own;
        }
        if (at->across().size() > 1) co_await with.across->start(at->across(), {value, own, data.how});
        else if (value.data() != own.data()) co_await at->heads().copy(own, value);
        if (at->lanes() > 1) co_await with.release->start(at->heads(), {data.result, cut});
    }
};

} // namespace hocket::allreduce

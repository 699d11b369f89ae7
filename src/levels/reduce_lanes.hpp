// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/places.hpp"
#include "algorithms/reduce/knomial.hpp"
#include "levels/lane_groups.hpp"
#include "levels/lane_price.hpp"

namespace hocket::reduce {

// Multi-lane: the L heads of a node share out its sum (`inside`), each reduces its part to the root's node on all lanes
// at once, and there the root gathers the parts (`release`). Ranks that are no heads hand their operands to the head of
// their group before, along a binomial tree. Parts are counted from the root's lane on.
//
// Cost inside(L, n) + across(N, n/L) + release(L, n), and log2(P/L) messages of n where P > L. Operands stay in rank
// order where every node has a run of ranks and the root is rank 0. Traeff, Hunold 2020.
struct lanes {
    const reduce_algorithm* across = nullptr;
    const reduce_scatter_algorithm* inside = nullptr;
    const gather_algorithm* release = nullptr;
    int leaders = 0; // 0: as many as the smallest node has ranks
    const layout* where = nullptr;

    static task run(lanes with, net on, operands data)
    {
        lane_groups at(on, *with.where, with.leaders);
        auto work = data.result;
        if (!at.alone()) {
            if (at.leads() && work.empty()) work = on.scratch(data.size());
            operands joined{data.mine, at.leads() ? work : bytes{}, data.how};
            co_await knomial::run({}, at.group(), joined);
            data.mine = work;
        }
        if (at.leads()) co_await of_heads(with, &at, data, work);
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
        auto first = knomial::declared({}, by.in_group(of, of.bytes));
        double all = first.finish + share.finish + over.finish + collect.finish;
        double in_node = share.messages + by.lanes * first.messages;
        return {all, all, by.lanes * over.messages + with.where->nodes() * in_node + collect.messages};
    }

private:
    // `work` has room for the whole vector, or none.
    static task of_heads(lanes with, const lane_groups* at, operands data, bytes work)
    {
        auto heads = at->heads().rooted(at->root_lane());
        auto over = at->across().rooted(at->root_node());
        block_cut cut(data.size(), heads.size(), data.element());
        bool ends_here = over.rank() == 0;
        auto n = cut.length(heads.rank());
        auto own = !work.empty()      ? work.subspan(cut.offset(heads.rank()), n)
                   : heads.size() > 1 ? heads.scratch(n)
                                      : bytes{}; // it only hands on what it has
        auto value = data.mine; // of the node, in this lane
        if (heads.size() > 1) {
            co_await with.inside->start(heads, {data.mine, own, cut, data.how, work});
            value = own;
        }
        if (over.size() > 1) co_await with.across->start(over, {value, ends_here ? own : bytes{}, data.how});
        else if (value.data() != own.data()) co_await heads.copy(own, value);
        if (ends_here && heads.size() > 1) co_await gather(with, heads, own, cut, data.result);
    }
    static task gather(lanes with, net heads, bytes own, block_cut cut, bytes all)
    {
        bool root = heads.rank() == 0;
        cut_sizes sizes(cut);
        row_of_blocks places(all, sizes);
        rooted_blocks data{root ? bytes{} : own, &sizes, root ? &places : nullptr};
        co_await with.release->start(heads, data);
    }
};

} // namespace hocket::reduce

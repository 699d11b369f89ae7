// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "levels/allreduce_in_groups.hpp"

namespace hocket::allreduce {

// Multi-lane: the L heads of a node share out its sum (`inside`), each has an allreduce of its part with its likes on
// all lanes at once, and they collect the parts (`release`). Ranks that are no heads go along in groups.
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
        auto heads = [&](operands part) { return of_heads(with, &at, part); };
        co_await in_groups(&at, data, heads);
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
        double all = share.finish + over.finish + collect.finish;
        double in_nodes = with.where->nodes() * (share.messages + collect.messages);
        return in_groups(by, of, {all, all, by.lanes * over.messages + in_nodes});
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

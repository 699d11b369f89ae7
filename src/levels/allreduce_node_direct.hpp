// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "levels/allreduce_in_groups.hpp"
#include "levels/node_runs.hpp"

namespace hocket::allreduce {

// Direct between nodes: each of the N nodes sums up one block of the vector, and every pair of nodes exchanges one
// message each way for that and one for the results, which the L lanes of a node share out: N/L of them a lane. Inside
// a node a reduce_scatter before (`inside`), an allreduce of its block, of which each lane has heard a part (`sum`),
// and an allgather of the results afterwards (`release`). Only two messages in a row cross the network, however many
// nodes there are, and 2 (N-1)/N n bytes leave a node.
//
// Cost inside(L, n) + 2 (alpha + N/L (n/N) beta) + sum(L, n/N) + release(L, n). Operands stay in rank order where every
// node has a run of ranks. A rank for each other node: Bienz, Olson, Gropp 2019, there with whole vectors.
struct node_direct {
    const reduce_scatter_algorithm* inside = nullptr;
    const allreduce_algorithm* sum = nullptr;
    const allgather_algorithm* release = nullptr;
    int leaders = 0; // 0: as many as the smallest node has ranks, and never more than there are nodes
    const layout* where = nullptr;

    static task run(node_direct with, net on, operands data)
    {
        lane_groups at(on, *with.where, node_runs::lanes(*with.where, with.leaders));
        auto heads = [&](operands part) { return of_heads(with, &at, part); };
        co_await in_groups(&at, data, heads);
    }

    static problem of_part(node_direct with, int i, const problem& of)
    {
        auto by = with.price();
        return by.of_heads(of, with.block(of) * (i == 1 ? 1 : with.where->nodes()));
    }
    static cost declared(node_direct with, const problem& of)
    {
        auto by = with.price();
        double nodes = with.where->nodes(), block = with.block(of), run = std::ceil(nodes / by.lanes);
        double others = by.lanes > 1 ? run : nodes - 1, copies = run > 1 ? 1 : 2;
        auto share = with.inside->declared(of_part(with, 0, of)), join = with.sum->declared(of_part(with, 1, of)),
             collect = with.release->declared(of_part(with, 2, of));
        double over = nodes > 1 ? by.across(of, block).exchanges(others, block, nodes) : 0;
        double lost = of.lost(by.lanes * others, block);
        double own = (run - 1) * of.combining(block) + copies * block * of.copy_per_byte;
        double all = share.finish + 2 * over + lost + own + join.finish + collect.finish;
        double messages = nodes * (share.messages + join.messages + collect.messages) + 2 * nodes * (nodes - 1);
        return in_groups(by, of, {all, all, messages});
    }

private:
    lane_price price() const { return {*where, node_runs::lanes(*where, leaders)}; }
    double block(const problem& of) const { return std::ceil(of.bytes / of.element / where->nodes()) * of.element; }

    static task of_heads(node_direct with, const lane_groups* at, operands data)
    {
        auto heads = at->heads();
        node_runs runs(*at, data, heads.ledger<std::size_t>(at->lanes() + 1));
        auto cut = runs.by_lane();
        auto value = data.mine;
        if (at->lanes() > 1) {
            auto own = data.result.subspan(cut.offset(at->lane()), cut.length(at->lane()));
            co_await with.inside->start(heads, {data.mine, own, cut, data.how, data.result});
            value = data.result;
        }
        auto part = at->every().scratch(runs.own_size());
        co_await hear(at, &runs, value, {part, part, data.how});
        co_await settle(with, at, &runs, {part, part, data.how}, data.result);
        if (at->lanes() > 1) co_await with.release->start(heads, {data.result, cut});
    }
    // What the nodes of the run have for this one, combined from the lowest to the highest.
    static task hear(const lane_groups* at, const node_runs* runs, cbytes value, operands part)
    {
        auto over = at->every();
        int me = at->node();
        auto room = runs->size() == 1 ? part.result : over.scratch(std::size_t(runs->size()) * part.size());
        auto from = [&](int node) {
            return room.subspan(std::size_t(node - runs->first()) * part.size(), part.size());
        };
        auto step = over.together(2 * runs->size());
        for (int i = 0; i < runs->size(); ++i) {
            int node = runs->node(i);
            if (node == me) continue;
            step.recv(runs->peer(node), from(node)).send(runs->peer(node), runs->block(value, node));
        }
        co_await step;
        cbytes low;
        for (int node = runs->first(); node < runs->first() + runs->size(); ++node) {
            auto next = node == me ? runs->block(value, node) : cbytes(from(node));
            if (low.data()) co_await over.combine(part.result, low, next, *part.how);
            low = low.data() ? cbytes(part.result) : next;
        }
        if (low.data() != part.result.data()) co_await over.copy(part.result, low);
    }
    // The sum of this node's block to all nodes, and theirs from them.
    static task settle(node_direct with, const lane_groups* at, const node_runs* runs, operands part, bytes result)
    {
        auto over = at->every();
        if (at->lanes() > 1) co_await with.sum->start(at->heads(), part);
        auto step = over.together(2 * runs->size());
        for (int i = 0; i < runs->size(); ++i) {
            int node = runs->node(i);
            if (node == at->node()) continue;
            step.recv(runs->peer(node), runs->block(result, node)).send(runs->peer(node), part.result);
        }
        co_await step;
        if (runs->speaks_for_itself()) co_await over.copy(runs->block(result, at->node()), part.result);
    }
};

} // namespace hocket::allreduce

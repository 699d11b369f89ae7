// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
#include "levels/members.hpp"

namespace hocket::bcast {

// Two levels: `across` between the leaders of the nodes, `inside` in each node, on neighbouring segments at once.
//
//   step             0     1     2     3       The root leads its node, so nothing is forwarded first; only a
//   across           s0    s1    s2            native part, whose leaders are fixed by its communicator, makes
//   inside                 s0    s1    s2      the root hand its data to the first rank of its node.
//
// Cost across(s) + (ns-1) max(across(s), inside(s)) + inside(s) for ns segments of s bytes.
struct levels {
    const bcast_algorithm* across = nullptr;
    const bcast_algorithm* inside = nullptr;
    std::size_t segment = 0;
    const layout* where = nullptr;

    static task run(levels with, net on, bytes data)
    {
        auto& where = *with.where;
        int root = on.origin(), me = on.unrooted().rank();
        int lead = with.across->is_native() ? where.member(where.node_of(root), 0) : root;
        leader_members leaders(where, lead);
        node_members mates(where, where.node_of(me));
        int first = mates.node() == leaders.chosen_node() ? where.local_of(lead) : 0;
        net top = on.among(leaders, mates.node(), where.nodes(), 1).rooted(leaders.chosen_node());
        net node = on.among(mates, where.local_of(me), where.size_of(mates.node()), 2).rooted(first);

        if (lead != root && me == root) co_await on.unrooted().send(lead, data);
        if (lead != root && me == lead) co_await on.unrooted().recv(root, data);
        co_await overlapped(with, top, node, data);
    }

    // Part 0 is across, part 1 inside; each is asked for one segment.
    static problem of_part(levels with, int i, const problem& of)
    {
        segments cut(std::size_t(of.bytes), with.segment);
        int ranks = i == 0 ? with.where->nodes() : with.where->largest();
        return {ranks, double(cut.size), of.node, of.network, i == 0};
    }
    static cost declared(levels with, const problem& of)
    {
        auto over = with.across->declared(of_part(with, 0, of)), down = with.inside->declared(of_part(with, 1, of));
        double steps = segments(std::size_t(of.bytes), with.segment).count(), pace = std::max(over.period, down.period);
        return {over.finish + (steps - 1) * pace + down.finish, steps * pace,
                steps * (over.messages + with.where->nodes() * down.messages)};
    }

private:
    static task overlapped(levels with, net top, net node, bytes data)
    {
        segments cut(data.size(), with.segment);
        auto part = [&](int s) { return data.subspan(cut.offset(s), cut.length(s)); };
        auto over = [&](int s) { return with.across->start(top, part(s)); };
        auto down = [&](int s) { return with.inside->start(node, part(s)); };
        int n = cut.count();

        if (node.rank() != 0) {
            for (int s = 0; s < n; ++s) co_await down(s);
            co_return;
        }
        co_await over(0);
        for (int s = 1; s < n; ++s) co_await both(over(s), down(s - 1));
        co_await down(n - 1);
    }
};

} // namespace hocket::bcast

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "levels/lane_stages.hpp"
#include "levels/pipeline.hpp"
#include <cmath>

namespace hocket::bcast {

// Multi-lane: the root's node scatters the vector over L of its ranks, each broadcasts its block across the nodes with
// its likes (all lanes at once, so that all network interfaces and all cores work), and each node collects the blocks
// on its L ranks; what it has beyond L ranks hears from these. Any layout: L is at most the size of the smallest node.
//
//   step       0     1     2     3     4       The network carries a segment while each node is busy with its
//   scatter    s0    s1    s2                  neighbours; the work inside a node shares its ports, so there one thing
//   across           s0    s1    s2            comes after the other.
//   collect                s0    s1    s2
//
// Cost scatter(L, n) + across(N, n/L) + allgather(L, n) and `inside` over ceil(P/L) ranks. Traeff, Hunold 2020.
struct lanes {
    const bcast_algorithm* across = nullptr;
    const then* inside = nullptr;
    int leaders = 0; // 0: as many as the smallest node has ranks
    std::size_t segment = 0;
    const layout* where = nullptr;

    static task run(lanes with, net on, bytes data)
    {
        lane_stages stages(on, {*with.where, with.leaders, on.origin()});
        segments cut(data.size(), with.segment);
        auto across = [&](int s) {
            bool there = s >= 0 && s < cut.count();
            return there ? stages.across(with.across, data.subspan(cut.offset(s), cut.length(s))) : nothing();
        };
        auto inside = [&](int first, int second) { return in_node(with, &stages, cut, data, first, second); };
        for (int step = 0; step < cut.count() + 2; ++step) co_await both(across(step - 1), inside(step, step - 2));
    }

    // Part 0 is a lane's own broadcast, part 1 the phases in a node; for one segment.
    static problem of_part(lanes with, int i, const problem& of)
    {
        double piece = double(segments(std::size_t(of.bytes), with.segment).size);
        auto one = of.with_bytes(i == 0 ? std::ceil(piece / with.width()) : piece);
        one.spans_nodes = i == 0;
        one.placed(i == 0 ? 1 : with.where->largest());
        one.at_once = i == 0 ? with.width() : 1;
        one.whole_node = false;
        one.ranks = i == 0 ? with.where->nodes() : with.width();
        return one;
    }
    static cost declared(lanes with, const problem& of)
    {
        auto over = with.across->declared(of_part(with, 0, of));
        auto node = of_part(with, 1, of), rest = node;
        auto out = with.inside->scatter->declared(node), in = with.inside->allgather->declared(node);
        rest.ranks = (with.where->largest() + with.width() - 1) / with.width();
        rest.at_once = with.width();
        auto last = then::declared(*with.inside, rest);

        double start = out.finish, end = in.finish + last.finish, pace = std::max(over.period, start + end);
        double steps = segments(std::size_t(of.bytes), with.segment).count(), middle = over.finish;
        if (steps == 1 && !of.level().one_port) middle = staggered(with, of, start, over.finish);
        // The first and the last step have the node to themselves.
        if (steps > 1)
            middle = std::max(middle + std::max({over.period, start, end}), start + end) + (steps - 2) * pace;
        double nodes = with.where->nodes(), wide = with.width();
        double messages = out.messages + wide * over.messages + nodes * (in.messages + wide * last.messages);
        return {start + middle + end, steps * pace, steps * messages};
    }

private:
    static task nothing() { co_return; }
    static task in_node(lanes with, const lane_stages* stages, segments cut, bytes data, int scattered, int collected)
    {
        auto part = [&](int s) { return data.subspan(cut.offset(s), cut.length(s)); };
        if (scattered < cut.count()) co_await stages->scatter(*with.inside, part(scattered));
        if (collected >= 0) co_await stages->collect(*with.inside, part(collected));
    }
    int width() const { return lane_places::count(*where, leaders); }

    // The lanes start as the scatter reaches them, the last one at `scattered`; so most of its wait for the interface
    // is over by then.
    static double staggered(lanes with, const problem& of, double scattered, double all)
    {
        auto one = of_part(with, 0, of);
        double first = std::min(scattered, of.node(one.bytes));
        one.at_once = 1;
        return std::max(with.across->declared(one).finish, first + all - scattered);
    }
};

} // namespace hocket::bcast

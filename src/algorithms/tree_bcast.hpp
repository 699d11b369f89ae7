// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"

namespace hocket {

// Broadcast down any tree, pipelined: while segment s goes to the children, segment s+1 comes from the parent.
//
//   segment      0  1  2  3        A vertex needs no order between its children, only that a segment has
//   from parent  x  x  x  x        come before it goes on; so each step is one round.
//   to children     0  1  2  3
//
// A step takes as long as the degree says, so the root, which has the highest degree, sets the pace:
// finish = (depth + (ns-1) * degree of the root) messages of one segment through one port.
template <class Tree> task bcast_down(net on, bytes data, Tree at, std::size_t segment)
{
    segments cut(data.size(), segment);
    auto part = [&](int s) { return data.subspan(cut.offset(s), cut.length(s)); };
    int parent = at.parent(), degree = at.degree(), last = cut.count() - 1;

    if (parent >= 0) co_await on.recv(parent, part(0));
    for (int s = 0; s <= last; ++s) {
        auto step = on.together(degree + 1);
        if (parent >= 0 && s < last) step.recv(parent, part(s + 1));
        at.each_child([&](int child) { step.send(child, part(s)); });
        co_await step;
    }
}

// The longest way down a tree. `depth` counts a send as many messages as its sender has sent until then, `hops` the
// sends themselves, the last `inside` of which stay in a node. From hop to hop `spread` times as many ranks of a node
// send, and `senders` of them to other nodes.
struct tree_path {
    double depth, hops, inside = 0, spread = 1, senders = 1e9;
};

// How many digits in base k the distances inside a node have, at most `digits`.
inline double digits_inside(const problem& of, int k, double digits)
{
    double near = 0;
    for (double stride = 1; stride * k <= of.neighbours() && near < digits; stride *= k) ++near;
    return of.spans_nodes ? near : 0;
}

// Until one message of n bytes is everywhere.
inline double time_down(const problem& of, const tree_path& path, double n)
{
    if (of.level().one_port) return path.depth * of.message(n);
    double waits = path.depth - path.hops, wait = of.several(2, n) - of.message(n);
    double time = waits * wait, busy = 1;
    if (of.spans_nodes) time += (path.hops - path.inside) * of.message(n);
    auto hop = [&] {
        return of.node.crowd(std::min(busy * std::max(1.0, path.spread - 1), of.ranks - 1.0) * of.at_once, n);
    };
    double near = of.spans_nodes ? path.inside : path.hops;
    if (path.spread == 1) return time + near * hop();
    for (; near > 0; --near, busy *= path.spread) time += hop();
    return time;
}

// inner_degree: the most children of a vertex below the root. It can take the next vector when it has passed on this
// one.
inline cost cost_down(const problem& of, const tree_path& path, int root_degree, int inner_degree, std::size_t segment)
{
    segments cut(std::size_t(of.bytes), segment);
    double one = double(cut.size), ns = cut.count(), pace = of.pace(root_degree, one, path.senders);
    if (of.ranks == 1) return {};
    double inner = inner_degree > 0 ? ns * of.pace(inner_degree, one, path.senders) + of.message(one) : 0;
    auto& level = of.level();
    double busy = !level.one_port && one <= level.eager_limit ? ns * root_degree * level.overhead(one) : 0;
    return {time_down(of, path, one) + (ns - 1) * pace, std::max(ns * pace, inner), ns * (of.ranks - 1), ns * pace,
            busy};
}

} // namespace hocket

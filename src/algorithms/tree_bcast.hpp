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
// sends themselves; `inside` of the hops stay in a node where so many ranks of a node are neighbours.
struct tree_path {
    double depth, hops, inside = 0;
};

// How many digits in base k the distances below per_node have, at most `digits`.
inline double digits_inside(const problem& of, int k, double digits)
{
    double near = 0;
    for (double stride = 1; stride * k <= of.per_node && near < digits; stride *= k) ++near;
    return of.spans_nodes ? near : 0;
}

// Until one message of n bytes is everywhere.
inline double time_down(const problem& of, const tree_path& path, double n)
{
    if (of.level().one_port) return path.depth * of.message(n);
    double waits = path.depth - path.hops, wait = of.several(2, n) - of.message(n);
    return (path.hops - path.inside) * of.message(n) + path.inside * of.node(n) + waits * wait;
}

inline cost cost_down(const problem& of, const tree_path& path, int root_degree, std::size_t segment)
{
    segments cut(std::size_t(of.bytes), segment);
    double one = double(cut.size), more = cut.count() - 1, pace = of.pace(root_degree, one);
    if (of.ranks == 1) return {};
    return {time_down(of, path, one) + more * pace, (more + 1) * pace, (more + 1) * (of.ranks - 1)};
}

} // namespace hocket

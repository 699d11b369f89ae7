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
// finish = (depth + (ns-1) * degree of the root) messages of one segment.
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

// The price of it; `depth` counts whole messages until the last vertex has one.
inline cost cost_down(const problem& of, double depth, int root_degree, std::size_t segment)
{
    segments cut(std::size_t(of.bytes), segment);
    double one = of.message(double(cut.size)), more = cut.count() - 1;
    if (of.ranks == 1) return {};
    return {(depth + more * root_degree) * one, (more + 1) * root_degree * one, (more + 1) * (of.ranks - 1)};
}

} // namespace hocket

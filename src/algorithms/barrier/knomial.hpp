// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
#include "algorithms/tree_bcast.hpp"
#include "shapes/knomial.hpp"
#include "shapes/pace.hpp"
#include <cmath>

namespace hocket::barrier {

// All of the children's subtrees have come.
inline task arrivals(net on, knomial_tree at, int degree)
{
    auto step = on.together(degree);
    at.each_child_upwards([&](int child) { step.recv(child, bytes{}); });
    co_await step;
}

// k-nomial: the arrivals are gathered up the tree and the release goes down it. 2(k-1) ceil(log_k p) alpha through one
// port with only 2(p-1) messages in all, the fewest there can be; for networks that the p log p of dissemination
// floods.
struct knomial {
    int k = 2;

    static task run(knomial with, net on, nothing)
    {
        knomial_tree at{on.rank(), on.size(), with.k};
        int degree = at.degree(), parent = at.parent();
        co_await arrivals(on, at, degree);
        if (parent >= 0) co_await on.send(parent, cbytes{});
        if (parent >= 0) co_await on.recv(parent, bytes{});
        auto step = on.together(degree);
        at.each_child([&](int child) { step.send(child, cbytes{}); });
        co_await step;
    }
    // Down takes as long as up.
    static cost declared(knomial with, const problem& of)
    {
        if (of.ranks == 1) return {};
        double hops = std::ceil(std::log2(of.ranks) / std::log2(with.k) - 1e-9);
        tree_path path{knomial_depth(of.ranks, with.k), hops, digits_inside(of, with.k, hops), double(with.k), 1};
        double time = 2 * time_down(of, path, 0);
        return {time, time, 2.0 * (of.ranks - 1)};
    }
};

} // namespace hocket::barrier

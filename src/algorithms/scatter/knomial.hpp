// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
#include "shapes/knomial.hpp"
#include "shapes/pace.hpp"
#include <cmath>

namespace hocket::scatter {

// k-nomial scatter in place: v receives the blocks of its whole subtree [v, end) in one message and hands each
// child its part, the largest first. Cost ceil(log_k p)(k-1) alpha + (p-1)/p n beta.
struct knomial {
    int k = 2;

    static task run(knomial with, net on, blocks all)
    {
        knomial_tree at{on.rank(), on.size(), with.k};
        if (all.left) *all.left = {{at.v, at.end()}, {on.next(), at.end_of(on.next())}};
        if (at.parent() >= 0) co_await on.recv(at.parent(), all.range(at.v, at.end()));
        auto step = on.together(at.degree());
        at.each_child([&](int child) { step.send(child, all.range(child, at.end_of(child))); });
        co_await step;
    }
    static cost declared(knomial with, const problem& of)
    {
        double block = std::ceil(of.bytes / of.ranks);
        double all = knomial_scatter(of.ranks, with.k, [&](auto n) { return of.message(double(n) * block); });
        if (!of.level().one_port) all = longest_way(with, of, block);
        return {all, all, double(of.ranks - 1)};
    }

private:
    // The way down through the largest subtrees, of which a vertex sends k-1 at once.
    static double longest_way(knomial with, const problem& of, double block)
    {
        double stride = 1, time = 0;
        for (; stride < of.ranks; stride *= with.k) {
            double largest = std::min(stride, of.ranks - stride);
            double alike = std::min(with.k - 1.0, std::ceil(of.ranks / stride) - 1);
            time += of.several(alike, largest * block, stride);
        }
        return time;
    }
};

} // namespace hocket::scatter

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/in_pieces.hpp"
#include "algorithms/places.hpp"
#include "algorithms/size_table.hpp"
#include "shapes/knomial.hpp"
#include "shapes/pace.hpp"
#include <cmath>

namespace hocket {

// The blocks of each child's subtree to it, or from it; `all` counts from v on.
inline task move_subtrees(net on, knomial_tree at, const block_places* all, bool receives)
{
    group children;
    at.each_child([&](int child) {
        children.add(move_pieces(on, {child, receives}, pieces_of(on, *all, child - at.v, at.end_of(child) - at.v)));
    });
    co_await children.all();
}

} // namespace hocket

namespace hocket::scatter {

// k-nomial scatter: v receives the blocks of its whole subtree [v, end) in one message and hands each child its part,
// the largest first. Where only the root knows the sizes, a table of those of the subtree goes ahead of each message.
// Cost ceil(log_k p)(k-1) alpha + (p-1)/p n beta, and the alphas once more for the tables.
struct knomial {
    int k = 2;

    static task run(knomial with, net on, rooted_blocks data)
    {
        knomial_tree at{on.rank(), on.size(), with.k};
        if (data.left) *data.left = {{at.v, at.end()}, {on.next(), at.end_of(on.next())}};
        size_table told(on, at.v, at.end(), data);
        if (!data.sizes) co_await tell_sizes(on, at, &told, data.mine.size());
        if (at.v == 0) {
            co_await move_subtrees(on, at, data.places, false);
            co_return;
        }
        auto n = told.of(0, at.end() - at.v);
        auto got = data.in_place ? data.in_place->range(at.v, at.end()) : at.degree() == 0 ? data.mine : on.scratch(n);
        if (n > 0) co_await on.recv(at.parent(), got);
        row_of_blocks subtree(got, told);
        co_await move_subtrees(on, at, &subtree, false);
        if (!data.mine.empty() && got.data() != data.mine.data())
            co_await on.copy(data.mine, got.first(data.mine.size()));
    }
    static cost declared(knomial with, const problem& of)
    {
        double block = std::ceil(of.bytes / of.ranks);
        double all = knomial_scatter(of.ranks, with.k, [&](auto n) { return of.message(double(n) * block); });
        if (!of.level().one_port) all = longest_way(with, of, block);
        cost made{all, all, double(of.ranks - 1)};
        made.held = block * widest_inside(with, of.ranks);
        return made;
    }

private:
    // The largest subtree below the root; a leaf holds nothing of others.
    static double widest_inside(knomial with, int p)
    {
        std::int64_t stride = 1;
        while (stride * with.k < p) stride *= with.k;
        return stride > 1 ? double(stride) : 0;
    }
    // Down the same tree as the blocks.
    static task tell_sizes(net on, knomial_tree at, size_table* told, std::size_t mine)
    {
        if (at.v > 0) {
            co_await on.recv(at.parent(), told->entries(0, at.end() - at.v));
            if ((*told)[0] != mine) on.disagree(at.v, mine, (*told)[0]);
        }
        auto step = on.together(at.degree());
        at.each_child([&](int child) { step.send(child, told->entries(child - at.v, at.end_of(child) - at.v)); });
        co_await step;
    }
    // The way down through the largest subtrees, of which a vertex sends k-1 at once.
    static double longest_way(knomial with, const problem& of, double block)
    {
        double stride = 1, time = 0;
        for (; stride < of.ranks; stride *= with.k) {
            double largest = std::min(stride, of.ranks - stride);
            double alike = std::min(with.k - 1.0, std::ceil(of.ranks / stride) - 1);
            time += of.several(alike, largest * block, alike * stride);
        }
        return time;
    }
};

} // namespace hocket::scatter

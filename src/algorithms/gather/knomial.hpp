// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/scatter/knomial.hpp"

namespace hocket::gather {

// k-nomial gather, the scatter read backwards: v takes the blocks of each child's subtree, puts its own before them,
// and sends [v, end) to its parent in one message. Where only the root knows the sizes, a table of those of the
// subtree goes ahead of each message. Cost ceil(log_k p)(k-1) alpha + (p-1)/p n beta, and the alphas once more for the
// tables.
struct knomial {
    int k = 2;

    static task run(knomial with, net on, rooted_blocks data)
    {
        knomial_tree at{on.rank(), on.size(), with.k};
        size_table told(on, at.v, at.end(), data);
        if (!data.sizes) co_await tell_sizes(on, at, &told, data.mine.size());
        if (at.v == 0) {
            co_await move_subtrees(on, at, data.places, true);
            co_return;
        }
        auto n = told.of(0, at.end() - at.v);
        auto all = at.degree() == 0 ? data.mine : on.scratch(n);
        if (at.degree() > 0 && !data.mine.empty()) co_await on.copy(all.first(data.mine.size()), data.mine);
        row_of_blocks subtree(all, told);
        co_await move_subtrees(on, at, &subtree, true);
        if (n > 0) co_await on.send(at.parent(), all);
    }
    static cost declared(knomial with, const problem& of) { return scatter::knomial::declared({with.k}, of); }

private:
    // Up the same tree as the blocks; the root holds against them what it has been told by its caller.
    static task tell_sizes(net on, knomial_tree at, size_table* told, std::size_t mine)
    {
        auto step = on.together(at.degree());
        at.each_child([&](int child) { step.recv(child, told->entries(child - at.v, at.end_of(child) - at.v)); });
        co_await step;
        (*told)[0] = mine;
        if (at.v > 0) co_await on.send(at.parent(), told->entries(0, at.end() - at.v));
        else told->compare(on);
    }
};

} // namespace hocket::gather

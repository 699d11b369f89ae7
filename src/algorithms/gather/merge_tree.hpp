// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/direct.hpp"
#include "algorithms/gather/merge_build.hpp"
#include "algorithms/scatter/knomial.hpp"

namespace hocket {

// Traeff's trees for blocks of very different sizes: neighbouring ranges of ranks merge, less goes to more, so no byte
// is passed on often and a giant never is, but to the root. First the ranks agree on the tree, ceil(log2 p) exchanges
// of notes of 24 bytes; then each range travels along it as one message, in the order of the ranks. Cost at most
// 2 n beta for any sizes; of equal blocks the tree is the binomial one. Traeff 2017.
template <flow way> struct merge_tree {
    static task run(merge_tree, net on, rooted_blocks data)
    {
        constexpr bool gathers = way == flow::to_root;
        merge_plan tree;
        merge_build build(on, data.places ? data.places->block_sizes::of(0) : data.mine.size(), data.places, &tree);
        co_await build.run();
        if (data.places) {
            co_await exchange_at_root(on, &tree, data.places);
            co_return;
        }
        auto all = tree.children == 0 ? data.mine : on.scratch(tree.size),
             own = all.subspan(tree.before_own(), tree.own);
        bool copies = tree.children > 0 && !own.empty();
        if (!gathers) co_await move_pieces(on, {tree.parent, true}, {&all, 1});
        if (gathers && copies) co_await on.copy(own, data.mine);
        co_await exchange(on, &tree, all);
        if (!gathers && copies) co_await on.copy(data.mine, own);
        if (gathers) co_await move_pieces(on, {tree.parent, false}, {&all, 1});
    }
    // For equal blocks.
    static cost declared(merge_tree, const problem& of)
    {
        auto blocks = scatter::knomial::declared({2}, of);
        double notes = 0;
        for (double distance = 1; distance < of.ranks; distance *= 2) notes += of.hop(sizeof(merge_note), distance);
        return {notes + blocks.finish, notes + blocks.period, 3 * blocks.messages};
    }

private:
    static task exchange_at_root(net on, const merge_plan* tree, const block_places* all)
    {
        group children;
        for (int i = tree->children - 1; i >= 0; --i) {
            auto& c = tree->from[std::size_t(i)];
            auto list = pieces_of(on, *all, c.range.first, c.range.last);
            children.add(move_pieces(on, {c.holder, way == flow::to_root}, list));
        }
        co_await children.all();
    }
    // The last child has the most ranks below it.
    static task exchange(net on, const merge_plan* tree, bytes all)
    {
        auto parts = on.ledger<bytes>(tree->children);
        tree->each_part(all, [&](int i, auto&, bytes part) { parts[std::size_t(i)] = part; });
        group children;
        for (int i = tree->children - 1; i >= 0; --i)
            children.add(move_pieces(on, {tree->from[std::size_t(i)].holder, way == flow::to_root},
                                     {&parts[std::size_t(i)], 1}));
        co_await children.all();
    }
};

} // namespace hocket

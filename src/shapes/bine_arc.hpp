// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "shapes/bine.hpp"

namespace hocket {

// The subtree of a vertex of a Bine tree: `count` ranks in a row from `first` on, on the ring on which rank 0 follows
// rank p-1. Numbers with equal high negabinary digits lie next to each other; the vertex is the one whose low digits
// are all equal too, so these say how far from the beginning it is.
struct bine_arc {
    int first = 0, count = 0;

    static bine_arc below(int v, int p)
    {
        fold pairs{p};
        int seen = p - 1 - v; // from the end, where the fold of the tree begins
        if (v == 0) return {0, p};
        if (pairs.idle(seen)) return {v, 1};
        auto core = unsigned(pairs.core()), u = core - 1 - unsigned(pairs.virtual_of(seen));
        auto width = 1u << (bine_tree{v, p}.degree() - (pairs.guest(seen) >= 0));
        auto from = (u - ((u & 1 ? 0x55555555u : 0xAAAAAAAAu) & (width - 1))) & (core - 1);
        int first = begin_of(from, p), last = begin_of((from + width) & (core - 1), p);
        return {first, last > first ? last - first : last - first + p};
    }

private:
    // The first rank that the vertex of number u stands for.
    static int begin_of(unsigned u, int p)
    {
        fold pairs{p};
        int v = pairs.core() - 1 - int(u);
        return p - pairs.blocks_of({v, v + 1}).last;
    }
};

// How long a scatter takes below v, where a message is the whole subtree of the child and m blocks take lasts(m).
// Subtrees of which all pairs, or none, are folded are told at once; at most two children of a vertex are neither.
template <class F> double bine_scatter(int v, int p, F lasts)
{
    bine_tree at{v, p};
    int guest = fold{p}.guest(p - 1 - v) >= 0, count = bine_arc::below(v, p).count, width = 1 << (at.degree() - guest);
    double sent = 0, time = 0;
    if (count == width || count == 2 * width) {
        for (int below = count / 2; width > 1; width /= 2, below /= 2) time += lasts(below);
        return time + (guest ? lasts(1) : 0);
    }
    at.each_child([&](int child) {
        sent += lasts(bine_arc::below(child, p).count);
        time = std::max(time, sent + bine_scatter(child, p, lasts));
    });
    return time;
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "shapes/kary.hpp"

namespace hocket {

// One of two binary trees under a common root: the odd vertices hang below vertex 1, the even ones below vertex 2,
// each side numbered as in a heap. So the sides differ by one vertex at most, and the i-th of the one and the i-th of
// the other are neighbours. Asked only at the root and at the vertices of its side.
struct split_binary_tree {
    int v, p, top; // 1 or 2

    static int top_of(int v) { return v % 2 ? 1 : 2; }
    static int size(int p, int top) { return (p + 1 - top) / 2; }
    // Who holds the other half of the data: a vertex of the other side, and the root for the one left over.
    static int partner(int v, int p) { return top_of(v) == 2 ? v - 1 : v + 1 < p ? v + 1 : 0; }

    int parent() const
    {
        if (v <= 2) return v == 0 ? -1 : 0;
        return vertex(heap().parent());
    }
    int degree() const { return v == 0 ? top < p : heap().degree(); }
    template <class F> void each_child(F f) const
    {
        if (v > 0) heap().each_child([&](int child) { f(vertex(child)); });
        else if (degree() == 1) f(top);
    }

private:
    kary_tree heap() const { return {(v - top) / 2, size(p, top), 2}; }
    int vertex(int in_heap) const { return 2 * in_heap + top; }
};
static_assert(tree_shape<split_binary_tree>);

} // namespace hocket

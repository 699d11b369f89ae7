// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "shapes/tree.hpp"

namespace hocket {

// Ranks 1..p-1 form a binary tree in which every subtree is a range of ranks and its root the last of them: of the
// ranks before the root the lower half is one child's, the rest the other's. Rank 0, which is before all of them, is
// the parent of rank p-1. So a value travels up as low range o high range o own. O(log p) to find one's place.
struct in_order_binary_tree {
    in_order_binary_tree(int vertex, int p) : v(vertex), first_(1), parent_(vertex == 0 ? -1 : 0)
    {
        if (v == 0) {
            high_ = p > 1 ? p - 1 : -1;
            return;
        }
        for (int last = p - 1; last != v;) { // the range [first_, last]
            int low = split(last);
            parent_ = last;
            if (v < low) last = low - 1;
            else first_ = low, --last;
        }
        int low = split(v);
        low_ = low > first_ ? low - 1 : -1;
        high_ = low < v ? v - 1 : -1;
    }

    int parent() const { return parent_; }
    int degree() const { return (low_ >= 0) + (high_ >= 0); }
    template <class F> void each_child(F f) const
    {
        if (low_ >= 0) f(low_);
        if (high_ >= 0) f(high_);
    }
    // From the vertex outwards, which also is the smaller subtree first.
    template <class F> void each_child_upwards(F f) const
    {
        if (high_ >= 0) f(high_);
        if (low_ >= 0) f(low_);
    }

    int v;

private:
    // Where the higher child's range begins, below a vertex whose range begins at first_.
    int split(int root) const { return first_ + (root - first_ + 1) / 2; }

    int first_, parent_, low_ = -1, high_ = -1;
};
static_assert(tree_shape<in_order_binary_tree>);

// How many receives one after the other, on the longest way up to the last of m vertices: at each vertex that of the
// higher child, which has no fewer below it but for one, and then its own two.
inline int in_order_binary_depth(int m)
{
    int receives = 0;
    for (; m > 2; m = (m - 1) / 2) receives += 2;
    return receives + (m == 2);
}

} // namespace hocket

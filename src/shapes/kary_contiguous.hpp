// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "shapes/partition.hpp"
#include "shapes/tree.hpp"

namespace hocket {

// A k-ary tree in pre-order: the ranks behind a vertex are cut into k ranges, equal to within one and the longer ones
// first, and the head of each is a child. A subtree is a range of ranks, so with neighbouring ranks on a node few edges
// leave it, whatever k is and wherever the root. O(log p) to find one's place.
struct kary_contiguous_tree {
    kary_contiguous_tree(int vertex, int p, int k) : v(vertex), end_(p), k_(k)
    {
        for (int head = 0; head != v;) {
            partition below{std::size_t(end_ - head - 1), std::min(k_, end_ - head - 1)};
            int i = below.piece_of(std::size_t(v - head - 1));
            parent_ = head++;
            end_ = head + int(below.offset(i + 1));
            head += int(below.offset(i));
        }
    }

    int parent() const { return parent_; }
    int degree() const { return std::min(k_, end_ - v - 1); }
    template <class F> void each_child(F f) const
    {
        partition below{std::size_t(end_ - v - 1), degree()};
        for (int i = 0; i < degree(); ++i) f(v + 1 + int(below.offset(i)));
    }
    // The subtree of v is the range [v, end()).
    int end() const { return end_; }

    int v;

private:
    int end_, k_, parent_ = -1;
};
static_assert(tree_shape<kary_contiguous_tree>);

} // namespace hocket

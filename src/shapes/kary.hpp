// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "shapes/tree.hpp"
#include <algorithm>
#include <cstdint>

namespace hocket {

// Every vertex has up to k >= 1 children, numbered level by level as in a heap; k = 1 is a chain.
struct kary_tree {
    int v, p, k;

    int parent() const { return v == 0 ? -1 : (v - 1) / k; }
    int degree() const { return int(std::clamp(p - 1 - before(), std::int64_t(0), std::int64_t(k))); }
    template <class F> void each_child(F f) const
    {
        for (int i = 1, n = degree(); i <= n; ++i) f(int(before() + i));
    }
    // The smallest subtree first.
    template <class F> void each_child_upwards(F f) const
    {
        for (int i = degree(); i > 0; --i) f(int(before() + i));
    }

private:
    std::int64_t before() const { return std::int64_t(k) * v; } // the vertex in front of the first child
};
static_assert(tree_shape<kary_tree>);

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "shapes/tree.hpp"

namespace hocket {

// Everybody hangs off the root, in rank order.
struct flat_tree {
    int v, p;

    int parent() const { return v == 0 ? -1 : 0; }
    int degree() const { return v == 0 ? p - 1 : 0; }
    template <class F> void each_child(F f) const
    {
        for (int child = 1; child <= degree(); ++child) f(child);
    }
};
static_assert(tree_shape<flat_tree>);

} // namespace hocket

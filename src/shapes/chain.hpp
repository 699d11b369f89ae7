// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "shapes/tree.hpp"
#include <algorithm>

namespace hocket {

// The root feeds min(fanout, p-1) chains of consecutive ranks, equal in length to within one, the longer ones first.
struct chain_tree {
    int v, p, fanout;

    int chains() const { return std::min(fanout, p - 1); }
    int parent() const { return v == 0 ? -1 : heads_chain(v) ? 0 : v - 1; }
    int degree() const
    {
        if (v == 0) return chains();
        return v + 1 < p && !heads_chain(v + 1);
    }
    template <class F> void each_child(F f) const
    {
        if (v > 0) {
            if (degree() == 1) f(v + 1);
            return;
        }
        for (int i = 0, head = 1, n = chains(); i < n; head += length(i), ++i) f(head);
    }
    // By growing rank.
    template <class F> void each_child_upwards(F f) const { each_child(f); }

private:
    int shorter() const { return (p - 1) / chains(); }
    int longer_chains() const { return (p - 1) % chains(); }
    int length(int chain) const { return shorter() + (chain < longer_chains()); }
    bool heads_chain(int u) const
    {
        int in_longer = longer_chains() * (shorter() + 1);
        return u <= in_longer ? (u - 1) % (shorter() + 1) == 0 : (u - 1 - in_longer) % shorter() == 0;
    }
};
static_assert(tree_shape<chain_tree>);

} // namespace hocket

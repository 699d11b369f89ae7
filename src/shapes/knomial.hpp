// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "shapes/tree.hpp"
#include <algorithm>
#include <cstdint>

namespace hocket {

// Write v in base k >= 2: the parent has v's lowest non-zero digit cleared, so a subtree is a range of consecutive
// ranks. Children come by decreasing stride, the largest subtree first.
struct knomial_tree {
    int v, p, k;

    int parent() const { return v == 0 ? -1 : int(v - v / reach() % k * reach()); }
    int degree() const
    {
        std::int64_t n = 0;
        for (auto stride = reach() / k; stride > 0; stride /= k)
            n += std::min<std::int64_t>(k - 1, (p - 1 - v) / stride);
        return int(n);
    }
    template <class F> void each_child(F f) const
    {
        for (auto stride = reach() / k; stride > 0; stride /= k) {
            auto child = v + stride;
            for (int j = 1; j < k && child < p; ++j, child += stride) f(int(child));
        }
    }
    // By growing rank: the smallest subtree first.
    template <class F> void each_child_upwards(F f) const
    {
        for (std::int64_t stride = 1, end = reach(); stride < end; stride *= k) {
            auto child = v + stride;
            for (int j = 1; j < k && child < p; ++j, child += stride) f(int(child));
        }
    }
    // The subtree of v is the range [v, end()).
    int end() const { return int(std::min<std::int64_t>(p, v + reach())); }
    int end_of(int child) const { return knomial_tree{child, p, k}.end(); }

private:
    // k^d, where d is the position of v's lowest non-zero digit; at the root the first power that spans all ranks.
    // 64 bits hold it for every k and p.
    std::int64_t reach() const
    {
        std::int64_t power = 1;
        while (power < p && v / power % k == 0) power *= k;
        return power;
    }
};
static_assert(tree_shape<knomial_tree>);

} // namespace hocket

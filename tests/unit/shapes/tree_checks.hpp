// SPDX-License-Identifier: BSD-3-Clause
// What makes a tree of the views of its vertices.
#pragma once
#include "shapes/tree.hpp"
#include <gtest/gtest.h>
#include <vector>

namespace hocket {

inline std::vector<int> children(const tree_shape auto& t)
{
    std::vector<int> found;
    t.each_child([&](int c) { found.push_back(c); });
    return found;
}

// One tree, by its vertices; false with a message at the first thing that is wrong.
template <class Make>::testing::AssertionResult is_tree(int p, Make make)
{
    std::vector<int> parent(std::size_t(p), -1), reached { 0 };
    for (std::size_t next = 0; next < reached.size(); ++next) {
        int v = reached[next];
        auto below = children(make(v));
        if (int(below.size()) != make(v).degree()) return ::testing::AssertionFailure() << "degree of " << v;
        for (int c : below) {
            if (c <= 0 || c >= p || parent[c] >= 0) return ::testing::AssertionFailure() << v << " has child " << c;
            parent[c] = v;
            reached.push_back(c);
        }
    }
    if (int(reached.size()) != p) return ::testing::AssertionFailure() << "reaches " << reached.size();
    for (int v = 0; v < p; ++v)
        if (make(v).parent() != parent[v]) return ::testing::AssertionFailure() << "parent of " << v;
    return ::testing::AssertionSuccess();
}

} // namespace hocket

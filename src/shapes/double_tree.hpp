// SPDX-License-Identifier: BSD-3-Clause
// Source: Sanders, Speck, Traeff 2009.
#pragma once
#include "shapes/tree.hpp"
#include <bit>
#include <cstdint>

namespace hocket {

// An in-order binary tree over places 0..m-1 with place 0 on top: the lowest set bit of a place is its height.
struct in_order_tree {
    int at, m;

    int parent() const
    {
        if (at == 0) return -1;
        auto up = std::int64_t(at ^ bit()) | 2LL * bit();
        return up < m ? int(up) : at ^ bit();
    }
    int degree() const
    {
        int n = 0;
        each_child([&](int) { ++n; });
        return n;
    }
    template <class F> void each_child(F f) const
    {
        if (at == 0) {
            if (m > 1) f(int(std::bit_floor(unsigned(m - 1))));
            return;
        }
        int step = bit() / 2;
        if (step > 0) f(at - step);
        while (step > m - 1 - at) step /= 2;
        if (step > 0) f(at + step);
    }

private:
    int bit() const { return at & -at; }
};
static_assert(tree_shape<in_order_tree>);

// One of the two trees over the vertices 1..p-1 as one vertex sees it. The second is the first mirrored, or shifted by
// one for an odd number m of vertices, so that an inner vertex of the one is a leaf of the other (one vertex may be
// inner in both). Both hang off vertex 0 by one edge each.
struct double_tree_half {
    int p, second; // 0 or 1

    int m() const { return p - 1; }
    int vertex(int place) const
    {
        if (!second) return place + 1;
        if (m() % 2 == 0) return m() - place;
        return place + 1 == m() ? 1 : place + 2;
    }
    int place(int v) const
    {
        if (!second) return v - 1;
        if (m() % 2 == 0) return m() - v;
        return v == 1 ? m() - 1 : v - 2;
    }

    // 0 or 1, and every edge is used in every second step: the even ones, or the odd ones. The two edges into a vertex
    // differ, and so do those out of it; hence nobody sends or receives two messages in one step. Where there is a
    // choice, it was made such that the two trees agree; held to the definition for every small p by the tests.
    int colour_into(int place) const
    {
        bool odd = place % 2;
        if (m() % 2 == 0) {
            int even = odd ? m() - 1 - place : place;
            return second ^ (m() % 4 == 0 ? std::popcount(unsigned(even)) % 2 : upwards(even, 0));
        }
        if (second) return 1 ^ (odd ? upwards(place + 1, 1) : downwards(place));
        return odd ? downwards(place - 1) : upwards(place, 1);
    }
    // The step in which the first message comes; the next ones follow at every second step.
    int first_step(int place) const
    {
        int sum = second;
        for (int above; place > 0; place = above) {
            above = in_order_tree{place, m()}.parent();
            sum += delay(above, place);
        }
        return sum;
    }
    int delay(int above, int place) const { return colour_into(above) == colour_into(place) ? 2 : 1; }

private:
    bool on_right_edge(int place) const { return place == 0 || (place & -place) >= m() - place; }
    // How often, modulo 2, the lowest bit is added or cleared until the place is on the right edge of the tree.
    int upwards(int place, int there) const
    {
        if (place == 0) return 0;
        for (; !on_right_edge(place); place += place & -place) there ^= 1;
        return there;
    }
    int downwards(int place) const
    {
        int n = 0;
        for (; !on_right_edge(place); place &= place - 1) n ^= 1;
        return n;
    }
};

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// How long trees take where a vertex sends to one child after the other, in sending order, and a child passes on
// what it has got at once: the i-th child of u (from 1) has the message at time(u) + i, in whole messages.
#pragma once
#include "shapes/chain.hpp"
#include <algorithm>
#include <cstdint>

namespace hocket {

// The last child of the root and the root itself go on at the same time with trees of one digit less, of which the
// root's is complete. So: the root's children at the top digit, and k-1 sends for each digit below.
inline double knomial_depth(int p, int k)
{
    std::int64_t stride = 1;
    int below = 0;
    for (; stride * k < p; stride *= k) ++below;
    auto top = (p - 1) / stride;
    return double(top) + double(below) * (k - 1);
}

// The time of vertex v is the sum of its digits in base k with digits 1..k. The largest sum below p belongs to p-1,
// or to a number that agrees with it in some leading digits, is one less in the next and k in all others.
inline double kary_depth(int p, int k)
{
    if (k == 1) return p - 1;
    std::int64_t full = 0, best = 0; // of the digits passed: all k, and the largest sum that stays below p
    for (std::int64_t left = p - 1; left > 0; full += k) {
        auto digit = (left - 1) % k + 1;
        left = (left - digit) / k;
        best += digit;
        if (digit > 1 || left == 0) best = std::max(best, digit - 1 + full); // a leading 1 may be left out
    }
    return double(best);
}

// The same for the tree of contiguous ranges. A level has subtrees of two sizes, n and n+1, at most, and these are made
// of two sizes in turn; so both times come from the level below.
struct two_depths {
    double smaller, larger;
};
inline two_depths kary_contiguous_depths(int n, int k)
{
    if (n <= k || k == 1) return {double(n - 1), double(n)};
    int below = (n - 1) / k;
    auto of = kary_contiguous_depths(below, k);
    auto with = [&](int longer) { return longer ? std::max(k + of.smaller, longer + of.larger) : k + of.smaller; };
    return {with((n - 1) % k), n % k ? with(n % k) : k + of.larger};
}
inline double kary_contiguous_depth(int p, int k)
{
    return kary_contiguous_depths(p, k).smaller;
}

// The last chain starts last and is no longer than the others, or by one shorter.
inline double chain_depth(int p, int fanout)
{
    if (p == 1) return 0;
    int chains = chain_tree{0, p, fanout}.chains();
    int steps = chains + (p - 1) / chains - 1;
    return steps;
}

// Scatter, where a message is the whole subtree of the child and m blocks take lasts(m). The root serves its children
// at the top digit, the last of which may be cut short; then it, and every child with a whole subtree, has a tree of
// one digit less to serve, and no other path is longer.
template <class F> double knomial_scatter(int p, int k, F lasts)
{
    if (p == 1) return 0;
    std::int64_t stride = 1;
    while (stride * k < p) stride *= k;
    auto top = (p - 1) / stride;
    double time = double(top - 1) * lasts(stride) + lasts(p - top * stride);
    for (stride /= k; stride > 0; stride /= k) time += (k - 1) * lasts(stride);
    return time;
}

} // namespace hocket

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

// The last chain starts last and is no longer than the others, or by one shorter.
inline double chain_depth(int p, int fanout)
{
    if (p == 1) return 0;
    int chains = chain_tree{0, p, fanout}.chains();
    int steps = chains + (p - 1) / chains - 1;
    return steps;
}

// Scatter: a message is the whole subtree of the child. All that leaves the root passes through its one port, and
// no other path is longer: the depth in latencies, p-1 blocks in transfer.
inline double knomial_scatter(int p, int k, double latency, double per_block)
{
    return latency * knomial_depth(p, k) + per_block * (p - 1);
}

// The same for n bytes in p blocks, where time is bytes.
inline double knomial_scatter_bytes(int p, int k, double n)
{
    return knomial_scatter(p, k, 0, n / p);
}

} // namespace hocket

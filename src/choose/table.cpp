// SPDX-License-Identifier: BSD-3-Clause
#include "choose/table.hpp"
#include <algorithm>
#include <bit>
#include <cmath>

namespace hocket {
namespace {

// Nodes of unequal size: the largest one speaks for all.
std::uint64_t ranks_per_node(const layout& at)
{
    return std::uint64_t(at.largest());
}

double away(const range& r, double x)
{
    if (x < double(r.low)) return std::log2(double(r.low)) - std::log2(std::max(x, 0.5));
    if (x >= double(r.high)) return std::log2(x) - std::log2(std::max(double(r.high) - 1, 0.5));
    return 0;
}

// What of `mine` lies outside `other`, on the side of x.
void cut_off(range& mine, const range& other, std::uint64_t x)
{
    if (other.low > x) mine.high = std::min(mine.high, other.low);
    if (other.high <= x) mine.low = std::max(mine.low, other.high);
}

} // namespace

range octave(std::uint64_t n)
{
    if (n < 2) return {n, n + 1};
    if (n > std::uint64_t(1) << 62) return {(std::uint64_t(1) << 62) + 1, UINT64_MAX};
    auto top = std::bit_ceil(n);
    return {top / 2 + 1, top + 1};
}

bool rule::matches_place(const layout& at) const
{
    return ranks.holds(std::uint64_t(at.ranks())) && nodes.holds(std::uint64_t(at.nodes())) &&
           ppn.holds(ranks_per_node(at));
}

double rule::distance(const layout& at, double n) const
{
    return away(ranks, at.ranks()) + away(nodes, at.nodes()) + away(ppn, double(ranks_per_node(at))) + away(bytes, n);
}

int rule::specificity() const
{
    return !ranks.whole() + !nodes.whole() + !ppn.whole() + !bytes.whole() + (commutative ? 8 : 0);
}

// The most specific match, else the nearest rule. The answer holds up to where any other rule begins or ends; a
// nearest one only for this size, rounded to its power of two.
table::found table::find(std::string_view collective, const layout& at, std::uint64_t n, bool commutes) const
{
    found best;
    double least = 0;
    range valid;
    for (int i = 0; i < int(rules.size()); ++i) {
        auto& r = rules[std::size_t(i)];
        if (!r.is_for(collective, commutes)) continue;
        cut_off(valid, r.bytes, n);
        double d = r.distance(at, double(n));
        bool better = best.index < 0 || d < least ||
                      (d == least && r.specificity() > rules[std::size_t(best.index)].specificity());
        if (better) best.index = i, least = d;
        if (r.bytes.holds(n)) valid = {std::max(valid.low, r.bytes.low), std::min(valid.high, r.bytes.high)};
    }
    best.exact = best.index >= 0 && least == 0;
    if (!best.exact) {
        auto near = octave(n);
        valid = {std::max(valid.low, near.low), std::min(valid.high, near.high)};
    }
    best.bytes = valid;
    return best;
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// Topologies: who exchanges blocks with whom, as one rank knows it.
#pragma once
#include <algorithm>
#include <vector>

namespace hocket {

struct neighborhood {
    std::vector<int> sources, destinations; // ranks in the order of their blocks; -1: nobody, beyond a border
    // Cartesian: what a rank sends down a dimension comes from above, where both neighbors may be the same rank.
    bool cartesian = false;

    // The k-th of the messages that one rank sends to another is the k-th of these places where that one awaits it.
    int awaited(int k) const { return cartesian ? k ^ 1 : k; }
    int degree() const { return int(std::max(sources.size(), destinations.size())); }
};

// Whether no rank is named twice, in either direction.
inline bool names_nobody_twice(const neighborhood& of)
{
    for (auto* list : {&of.sources, &of.destinations}) {
        std::vector<int> sorted;
        std::ranges::copy_if(*list, std::back_inserter(sorted), [](int rank) { return rank >= 0; });
        std::ranges::sort(sorted);
        if (std::ranges::adjacent_find(sorted) != sorted.end()) return false;
    }
    return true;
}

// The blocks that a rank sends to itself, and where each of them belongs.
struct own_block {
    int out, in;
};
inline std::vector<own_block> own_blocks(int rank, const neighborhood& of)
{
    std::vector<own_block> found;
    int next = 0, ends = int(of.sources.size());
    for (int i = 0; i < int(of.destinations.size()); ++i) {
        if (of.destinations[std::size_t(i)] != rank) continue;
        while (next < ends && of.sources[std::size_t(of.awaited(next))] != rank) ++next;
        if (next < ends) found.push_back({i, of.awaited(next++)});
    }
    return found;
}

} // namespace hocket

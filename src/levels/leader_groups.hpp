// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "shapes/partition.hpp"
#include "topology/layout.hpp"

namespace hocket {

// Consecutive ranks of one node, the first of which leads them.
struct leader_group {
    int node, first, size; // local numbers first..first+size-1

    int leader(const layout& where) const { return where.member(node, first); }
    int member(const layout& where, int i) const { return where.member(node, first + i); }
};

// Every node cut into as many groups as it is to have leaders; a small node has no more groups than ranks.
struct leader_groups {
    const layout* where;
    int leaders; // of a node

    int count(int node) const { return std::min(leaders, where->size_of(node)); }
    leader_group group(int node, int i) const
    {
        partition cut{std::size_t(where->size_of(node)), count(node)};
        return {node, int(cut.offset(i)), int(cut.length(i))};
    }
    leader_group of_rank(int rank) const
    {
        int node = where->node_of(rank);
        partition cut{std::size_t(where->size_of(node)), count(node)};
        return group(node, cut.piece_of(std::size_t(where->local_of(rank))));
    }
};

} // namespace hocket

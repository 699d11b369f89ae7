// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/operands.hpp"
#include "levels/lane_groups.hpp"

namespace hocket {

// A vector with a block for each node, of which the lanes of a node take one run each: lane j speaks with the nodes of
// run j, for its own node, and on each of these with the lane that speaks for it there. So every pair of nodes has one
// pair of ranks, which is the same in both directions.
class node_runs {
public:
    node_runs(const lane_groups& at, const operands& data, std::span<std::size_t> offsets)
        : at_(at), runs_{std::size_t(at.where().nodes()), at.lanes()},
          cut_(data.size(), at.where().nodes(), data.element()), offsets_(offsets)
    {
        for (int j = 0; j <= at.lanes(); ++j) offsets_[std::size_t(j)] = cut_.offset(first(j));
    }
    // How many runs a vector is cut into for so many lanes at most, 0 for as many as can be: none is empty.
    static int lanes(const layout& where, int wanted)
    {
        return std::min(lane_places::count(where, wanted), where.nodes());
    }

    int first(int lane) const { return int(runs_.offset(lane)); }
    int first() const { return first(at_.lane()); }
    int size() const { return int(runs_.length(at_.lane())); } // nodes of the own lane
    bool speaks_for_itself() const { return at_.lane() == lane_of(at_.node()); }
    // The i-th node of the own run, not all beginning with the same one.
    int node(int i) const { return first() + (i + at_.node()) % size(); }
    // In the net of all heads.
    int peer(int node) const { return node * at_.lanes() + lane_of(at_.node()); }

    block_cut by_lane() const { return block_cut(offsets_); }
    std::size_t own_size() const { return cut_.length(at_.node()); }
    // In a vector of all blocks.
    template <class Bytes> Bytes block(Bytes all, int node) const
    {
        return all.subspan(cut_.offset(node), cut_.length(node));
    }

private:
    int lane_of(int node) const { return runs_.piece_of(std::size_t(node)); }

    const lane_groups& at_;
    partition runs_;
    block_cut cut_;
    std::span<std::size_t> offsets_;
};

} // namespace hocket

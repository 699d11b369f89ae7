// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/net.hpp"
#include "topology/layout.hpp"
#include <algorithm>

namespace hocket {

// The places of a composition over lanes: each node lends its places 0..lanes-1, one to each lane, and deals the other
// ones out to these in turn. Places are local numbers, but on the root's node the root and the place that it takes have
// changed places, so that the root is always on a lane.
struct lane_places {
    const layout* where = nullptr;
    int lanes = 1, root_node = 0, root_local = 0;

    lane_places(const layout& at, int wanted, int root)
        : where(&at), lanes(count(at, wanted)), root_node(at.node_of(root)), root_local(at.local_of(root))
    {
    }
    // No node may have to lend a rank twice. 0: as many as can be.
    static int count(const layout& at, int wanted)
    {
        return wanted == 0 ? at.smallest() : std::min(wanted, at.smallest());
    }
    int root_lane() const { return root_local % lanes; }
    // The local number of a place, and the place of a local number.
    int swapped(int node, int at) const
    {
        if (node != root_node) return at;
        return at == root_local ? root_lane() : at == root_lane() ? root_local : at;
    }
    int rank(int node, int place) const { return where->member(node, swapped(node, place)); }
    // Ranks of a node that depend on one lane, the one that lies on it included.
    int followers(int node, int lane) const { return (where->size_of(node) - lane + lanes - 1) / lanes; }
};

// One lane's rank on each node.
class lane_members final : public membership {
public:
    lane_members(const lane_places& of, int lane) : of_(of), lane_(lane) {}
    int rank_of(int node) const override { return of_.rank(node, lane_); }

private:
    const lane_places& of_;
    int lane_;
};

// Places first, first + stride, ... of one node.
class node_places final : public membership {
public:
    node_places(const lane_places& of, int node, int first, int stride)
        : of_(of), node_(node), first_(first), stride_(stride)
    {
    }
    int rank_of(int i) const override { return of_.rank(node_, first_ + i * stride_); }

private:
    const lane_places& of_;
    int node_, first_, stride_;
};

} // namespace hocket

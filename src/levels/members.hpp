// SPDX-License-Identifier: BSD-3-Clause
// The nets of a two-level composition: the ranks of one node, and one leader of each node.
#pragma once
#include "net/net.hpp"
#include "topology/layout.hpp"

namespace hocket {

// All ranks of one node, in rank order.
class node_members final : public membership {
public:
    node_members(const layout& where, int node) : where_(where), node_(node) {}
    int rank_of(int local) const override { return where_.member(node_, local); }
    int node() const { return node_; }

private:
    const layout& where_;
    int node_;
};

// One rank of each node: the first one, but `chosen` on the node where that sits.
class leader_members final : public membership {
public:
    leader_members(const layout& where, int chosen)
        : where_(where), chosen_(chosen), chosen_node_(where.node_of(chosen))
    {
    }
    int rank_of(int node) const override { return node == chosen_node_ ? chosen_ : where_.member(node, 0); }
    int chosen_node() const { return chosen_node_; }

private:
    const layout& where_;
    int chosen_, chosen_node_;
};

} // namespace hocket

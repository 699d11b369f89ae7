// SPDX-License-Identifier: BSD-3-Clause
// What scans over a layout have in common: ranks count up node by node, so the value of the nodes before a node goes
// before that of the ranks before a rank in it.
#pragma once
#include "algorithms/algorithm.hpp"
#include "levels/members.hpp"

namespace hocket::scan {

// The place of a rank in its node.
struct node_place {
    int node, local, size;

    node_place(const layout& where, int rank)
        : node(where.node_of(rank)), local(where.local_of(rank)), size(where.size_of(node))
    {
    }
    bool first_node() const { return node == 0; }
    bool last() const { return local == size - 1; }
};

// The last rank of each node.
class last_ranks final : public membership {
public:
    explicit last_ranks(const layout& where) : where_(where) {}
    int rank_of(int node) const override { return where_.member(node, where_.size_of(node) - 1); }

private:
    const layout& where_;
};

// The result of the whole from that inside the node, data.mine, which may lie where it belongs already, and that of the
// nodes before. The first rank of a node has none inside in an exscan.
template <bool inclusive> task put_before(net on, node_place at, operands data, cbytes before)
{
    bool inside = inclusive || at.local > 0;
    if (inside && !at.first_node()) co_await on.combine(data.result, before, data.mine, *data.how);
    else if (!at.first_node()) co_await on.copy(data.result, before);
    else if (inside && data.mine.data() != data.result.data()) co_await on.copy(data.result, data.mine);
}

} // namespace hocket::scan

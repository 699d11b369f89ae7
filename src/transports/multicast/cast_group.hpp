// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "topology/layout.hpp"
#include <vector>

namespace hocket {

// Who takes part in a message to all nodes: its sender, and the first rank of each other node. They are a tree with
// the sender on top, in which each member has its losses repaired by the one above. Positions count nodes from the
// sender's on.
class cast_group {
public:
    // `where` outlives it.
    cast_group(const layout& where, int me, int radix = 4) : where_(&where), me_(me), radix_(radix) {}

    int me() const { return me_; }
    int ranks() const { return where_->ranks(); }
    int members() const { return where_->nodes(); }
    // Does this rank receive what that one sends?
    bool receives_from(int sender) const
    {
        int node = where_->node_of(me_);
        return where_->local_of(me_) == 0 && node != where_->node_of(sender);
    }
    // -1: it is the sender.
    int parent(int sender) const
    {
        int mine = position(sender);
        return mine == 0 ? -1 : rank_at((mine - 1) / radix_, sender);
    }
    std::vector<int> children(int sender) const
    {
        std::vector<int> all;
        int first = position(sender) * radix_ + 1;
        for (int i = first; i < first + radix_ && i < members(); ++i) all.push_back(rank_at(i, sender));
        return all;
    }

private:
    int position(int sender) const { return (where_->node_of(me_) - where_->node_of(sender) + members()) % members(); }
    int rank_at(int position, int sender) const
    {
        return position == 0 ? sender : where_->member((where_->node_of(sender) + position) % members(), 0);
    }

    const layout* where_;
    int me_, radix_;
};

} // namespace hocket

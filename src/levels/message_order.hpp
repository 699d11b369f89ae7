// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "levels/lane_groups.hpp"

namespace hocket {

// The ranks in the order in which the messages of a composition hold their blocks. Message i is for all groups of the
// i-th node, or of the i-th lane, or for one group, which are counted node by node.
struct message_order {
    enum kind { by_node, by_lane, by_group };

    const lane_groups* at;
    kind way;

    int messages() const { return way == by_lane ? lanes() : way == by_node ? nodes() : lanes() * nodes(); }
    int groups() const { return way == by_lane ? nodes() : way == by_node ? lanes() : 1; } // of a message
    leader_group group(int message, int k) const
    {
        if (way == by_lane) return at->group_of(k, message);
        if (way == by_node) return at->group_of(message, k);
        return at->group_of(message / lanes(), message % lanes());
    }
    // The message for the own group.
    int own() const
    {
        return way == by_lane ? at->lane() : way == by_node ? at->node() : at->node() * lanes() + at->lane();
    }

private:
    int lanes() const { return at->lanes(); }
    int nodes() const { return at->where().nodes(); }
};

// The ranks of one message, one after the other.
class message_ranks {
public:
    message_ranks(const message_order& of, int message) : of_(of), message_(message), group_(of.group(message, 0)) {}
    bool done() const { return k_ == of_.groups(); }
    int rank() const { return group_.member(of_.at->where(), i_); }
    void next()
    {
        if (++i_ < group_.size) return;
        i_ = 0;
        if (++k_ < of_.groups()) group_ = of_.group(message_, k_);
    }

private:
    message_order of_;
    int message_, k_ = 0, i_ = 0; // rank i of group k
    leader_group group_;
};

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/bcast/then.hpp"
#include "levels/lane_members.hpp"

namespace hocket {

// One rank's nets of a broadcast over lanes, and what it does on them; nothing where it has no part in a stage. Stays
// where it is: the nets point into it.
class lane_stages {
public:
    lane_stages(net on, const lane_places& at)
        : at_(at), node_(at.where->node_of(on.unrooted().rank())),
          place_(at.swapped(node_, at.where->local_of(on.unrooted().rank()))), likes_(at_, lane()),
          heads_(at_, node_, 0, 1), mates_(at_, node_, lane(), at.lanes),
          scatter_(on.among(heads_, lane(), at.lanes, 1).rooted(at.root_lane())),
          network_(on.among(likes_, node_, at.where->nodes(), 2).rooted(at.root_node)),
          gather_(on.among(heads_, lane(), at.lanes, 3).rooted(at.root_lane())),
          rest_(on.among(mates_, place_ / at.lanes, at.followers(node_, lane()), 4))
    {
    }
    lane_stages(const lane_stages&) = delete;
    lane_stages& operator=(const lane_stages&) = delete;

    task scatter(bcast::then by, bytes data) const
    {
        if (on_lane() && node_ == at_.root_node && at_.lanes > 1) co_await bcast::then::spread(by, scatter_, cut(data));
    }
    // Blocks count from the root's lane on, since the root is rank 0 of the scatter.
    task across(const bcast_algorithm* by, bytes data) const
    {
        if (on_lane() && network_.size() > 1) co_await by->start(network_, cut(data)[gather_.rank()]);
    }
    task collect(bcast::then by, bytes data) const
    {
        if (on_lane() && at_.lanes > 1) co_await by.allgather->start(gather_, cut(data));
        if (rest_.size() > 1) co_await bcast::then::run(by, rest_, data);
    }

private:
    int lane() const { return place_ % at_.lanes; }
    bool on_lane() const { return place_ < at_.lanes; }
    blocks cut(bytes data) const { return {data, at_.lanes}; }

    lane_places at_;
    int node_, place_;
    lane_members likes_;
    node_places heads_, mates_;
    net scatter_, network_, gather_, rest_;
};

} // namespace hocket

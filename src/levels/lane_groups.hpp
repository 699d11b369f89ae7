// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "levels/lane_members.hpp"
#include "levels/leader_groups.hpp"

namespace hocket {

// One rank's nets in a composition over lanes. Every node is cut into one group of consecutive ranks for each lane, so
// that operands stay in their order; a group is led by its first rank, but that of the root by the root. The heads of
// all groups of a node are one net, the i-th heads of all nodes are lane i. Stays where it is: the nets point into it.
class lane_groups {
public:
    // 0 lanes: as many as the smallest node has ranks, which is always the most.
    lane_groups(net on, const layout& where, int lanes)
        : on_(on), where_(where), groups_{&where, lane_places::count(where, lanes)}, root_(on.origin()),
          own_(groups_.of_rank(on.unrooted().rank())), lane_(index(own_)), root_node_(where.node_of(root_)),
          root_lane_(index(groups_.of_rank(root_))), mates_(*this), heads_(*this), likes_(*this), every_(*this)
    {
        int local = where.local_of(on.unrooted().rank()) - own_.first;
        turn_ = is_roots(own_.node, lane_) ? where.local_of(root_) - own_.first : 0;
        place_ = local >= turn_ ? local - turn_ : local - turn_ + own_.size;
    }
    lane_groups(const lane_groups&) = delete;
    lane_groups& operator=(const lane_groups&) = delete;

    const layout& where() const { return where_; }
    int lanes() const { return groups_.leaders; }
    int lane() const { return lane_; }
    int node() const { return own_.node; }
    int root_node() const { return root_node_; }
    int root_lane() const { return root_lane_; }
    bool leads() const { return place_ == 0; }
    bool alone() const { return own_.size == 1; } // in its group
    leader_group group_of(int node, int lane) const { return groups_.group(node, lane); }

    // Messages of one use of a group never mix with those of the other.
    net group(int use = 0) const { return on_.among(mates_, place_, own_.size, 1 + use); }
    // Of heads only.
    net heads() const { return on_.among(heads_, lane_, lanes(), 3); }
    net across() const { return on_.among(likes_, node(), where_.nodes(), 4); }
    // The heads of all nodes, node by node.
    net every() const { return on_.among(every_, node() * lanes() + lane_, where_.nodes() * lanes(), 5); }

private:
    struct mates final : membership {
        explicit mates(const lane_groups& all) : of(all) {}
        int rank_of(int i) const override { return of.own_.member(of.where_, (i + of.turn_) % of.own_.size); }
        bool is_whole_node() const override { return of.own_.size == of.where_.size_of(of.own_.node); }
        const lane_groups& of;
    };
    struct heads_of_node final : membership {
        explicit heads_of_node(const lane_groups& all) : of(all) {}
        int rank_of(int lane) const override { return of.head(of.own_.node, lane); }
        const lane_groups& of;
    };
    struct heads_of_lane final : membership {
        explicit heads_of_lane(const lane_groups& all) : of(all) {}
        int rank_of(int node) const override { return of.head(node, of.lane_); }
        bool leads_nodes() const override { return of.lanes() == 1 && of.where_.local_of(of.root_) == 0; }
        const lane_groups& of;
    };
    struct all_heads final : membership {
        explicit all_heads(const lane_groups& all) : of(all) {}
        int rank_of(int i) const override { return of.head(i / of.lanes(), i % of.lanes()); }
        const lane_groups& of;
    };
    int index(leader_group g) const
    {
        return partition{std::size_t(where_.size_of(g.node)), lanes()}.piece_of(std::size_t(g.first));
    }
    bool is_roots(int node, int lane) const { return node == root_node_ && lane == root_lane_; }
    int head(int node, int lane) const { return is_roots(node, lane) ? root_ : group_of(node, lane).leader(where_); }

    net on_;
    const layout& where_;
    leader_groups groups_;
    int root_;
    leader_group own_;
    int lane_, root_node_, root_lane_, turn_ = 0, place_ = 0;
    mates mates_;
    heads_of_node heads_;
    heads_of_lane likes_;
    all_heads every_;
};

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// Whom one rank meets in the timetables of nodes and inside its node.
#pragma once
#include "net/net.hpp"
#include "shapes/node_timetable.hpp"
#include "topology/layout.hpp"
#include <algorithm>
#include <numeric>

namespace hocket {

// The places of nodes in a timetable. Unequal ones stand there by their size, the largest first: then those that meet
// in a round are alike or differ alike, and few have to wait for others.
class node_places_by_size {
public:
    node_places_by_size(net on, const layout& where) : where_(&where)
    {
        if (where.regular()) return;
        auto order = on.ledger<int>(where.nodes());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::stable_sort(order, std::ranges::greater{}, [&](int node) { return where.size_of(node); });
        order_ = order;
    }
    int node(int place) const { return order_.empty() ? place : order_[std::size_t(place)]; }
    int place(int node) const { return order_.empty() ? node : int(std::ranges::find(order_, node) - order_.begin()); }
    int operator()(int place) const { return where_->size_of(node(place)); } // its size

private:
    const layout* where_;
    std::span<const int> order_; // empty: as they are
};

// Ranks of other nodes.
class node_peers {
public:
    node_peers(net on, const layout& where, bool in_twos)
        : where_(&where), places_(on, where), node_(where.node_of(on.rank())),
          turns_({where.nodes(), places_.place(node_), in_twos, places_}, where.local_of(on.rank()))
    {
    }
    int count() const { return where_->ranks() - where_->size_of(node_); }
    // The next rank to meet, negative after the last.
    int next() { return turns_.next(&now_) ? where_->member(places_.node(now_.node), now_.lane) : timetable::nobody; }
    std::int64_t turn() const { return now_.number; } // of the node
    // Of this node, who has that turn.
    int rank_at(std::int64_t turn) const
    {
        int lane = turns_.lane_at(turn);
        return lane < 0 ? lane : where_->member(node_, lane);
    }

private:
    const layout* where_;
    node_places_by_size places_;
    int node_;
    turns_of_lane<node_places_by_size> turns_;
    turns_of_lane<node_places_by_size>::turn now_{};
};

// Ranks of the same node.
class node_mates {
public:
    node_mates(const layout& where, int rank)
        : where_(&where), node_(where.node_of(rank)), partners_(timetable(where.size_of(node_)), where.local_of(rank))
    {
    }
    int count() const { return partners_.count(); }
    int next()
    {
        int local = partners_.next();
        return local < 0 ? local : where_->member(node_, local);
    }

private:
    const layout* where_;
    int node_;
    partners_in_turn partners_;
};

} // namespace hocket

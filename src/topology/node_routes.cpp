// SPDX-License-Identifier: BSD-3-Clause
#include "topology/node_routes.hpp"
#include <map>

namespace hocket {

namespace {

// One end in this node, the other anywhere.
struct edge {
    int source, destination, index; // of its block at the end that is here
    auto operator<=>(const edge&) const = default;
};

class by_node {
public:
    by_node(const layout& where, int rank, const std::vector<neighborhood>& mates, exchange_kind kind)
        : where_(where), rank_(rank), node_(where.node_of(rank)), kind_(kind)
    {
        for (int i = 0; i < int(mates.size()); ++i) sort_in(where.member(node_, i), mates[std::size_t(i)]);
        for (auto* all : {&out_, &in_, &inside_})
            for (auto& [node, list] : *all) std::ranges::sort(list);
    }

    neighbor_route route()
    {
        collect();
        cross();
        hand_out();
        return std::move(made_);
    }

private:
    using edges = std::map<int, std::vector<edge>>; // by the other node

    void sort_in(int mate, const neighborhood& around)
    {
        for (int i = 0; i < int(around.destinations.size()); ++i) {
            int to = around.destinations[std::size_t(i)];
            if (to < 0 || to == mate) continue;
            int node = where_.node_of(to);
            (node == node_ ? inside_ : out_)[node].push_back({mate, to, i});
        }
        for (int i = 0; i < int(around.sources.size()); ++i) {
            int from = around.sources[std::size_t(i)];
            if (from < 0 || from == mate) continue;
            int node = where_.node_of(from);
            if (node == node_) arrives_[{from, mate}] = i;
            else in_[node].push_back({from, mate, i});
        }
    }
    // Who of node `of` stands for it towards another.
    int speaker(int of, int other) const { return where_.member(of, (of + other) % where_.size_of(of)); }
    bool is_vector() const { return kind_ == exchange_kind::vector; }
    route_item own(const edge& e) const { return {lies::out, is_vector() ? 0 : e.index}; }
    // Of a vector only the first edge of each source counts.
    bool repeats(const std::vector<edge>& all, std::size_t i) const
    {
        return is_vector() && i > 0 && all[i - 1].source == all[i].source;
    }

    // To every mate: what is for it, and what it is to send on for this rank; and the other way round.
    void collect()
    {
        route_step step;
        for (int i = 0; i < where_.size_of(node_); ++i) {
            int mate = where_.member(node_, i);
            if (mate == rank_) continue;
            made_.add(step.receives, mate, from_mate(mate));
            made_.add(step.sends, mate, to_mate(mate));
        }
        made_.steps.push_back(std::move(step));
    }
    std::vector<route_item> to_mate(int mate) const
    {
        std::vector<route_item> items;
        for (auto& [node, all] : inside_)
            for (auto& e : all)
                if (e.source == rank_ && e.destination == mate) items.push_back(own(e));
        for (auto& [node, all] : out_) {
            if (speaker(node_, node) != mate) continue;
            for (auto& e : all) {
                if (e.source != rank_ || (is_vector() && !items.empty())) continue;
                items.push_back(own(e));
            }
        }
        return items;
    }
    std::vector<route_item> from_mate(int mate)
    {
        std::vector<route_item> items;
        if (auto found = arrives_.find({mate, rank_}); found != arrives_.end()) {
            items.push_back({lies::in, found->second});
            if (is_vector()) held_[{mate, 0}] = items.back();
        }
        for (auto& [node, all] : out_) {
            if (speaker(node_, node) != rank_) continue;
            for (auto& e : all) {
                if (e.source != mate || (is_vector() && !items.empty())) continue;
                items.push_back(made_.next_slot());
                held_[key(e)] = items.back();
            }
        }
        return items;
    }
    std::pair<int, int> key(const edge& e) const { return {e.source, is_vector() ? 0 : e.destination}; }

    void cross()
    {
        route_step step;
        for (auto& [node, all] : in_)
            if (speaker(node_, node) == rank_) made_.add(step.receives, speaker(node, node_), from_node(all));
        for (auto& [node, all] : out_)
            if (speaker(node_, node) == rank_) made_.add(step.sends, speaker(node, node_), to_node(all));
        made_.steps.push_back(std::move(step));
    }
    std::vector<route_item> to_node(const std::vector<edge>& all) const
    {
        std::vector<route_item> items;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (!repeats(all, i)) items.push_back(all[i].source == rank_ ? own(all[i]) : held_.at(key(all[i])));
        return items;
    }
    // What is for this rank goes to its place, whoever else wants it.
    std::vector<route_item> from_node(const std::vector<edge>& all)
    {
        std::map<std::pair<int, int>, route_item> mine;
        for (auto& e : all)
            if (e.destination == rank_) mine[key(e)] = {lies::in, e.index};
        std::vector<route_item> items;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (repeats(all, i)) continue;
            auto found = mine.find(key(all[i]));
            items.push_back(found != mine.end() ? found->second : made_.next_slot());
            come_[key(all[i])] = items.back();
        }
        return items;
    }

    void hand_out()
    {
        route_step step;
        for (int i = 0; i < where_.size_of(node_); ++i) {
            int mate = where_.member(node_, i);
            if (mate == rank_) continue;
            std::vector<route_item> gets, gives;
            for (auto& [node, all] : in_)
                for (auto& e : all) {
                    int by = speaker(node_, node);
                    if (by == mate && e.destination == rank_) gets.push_back({lies::in, e.index});
                    if (by == rank_ && e.destination == mate) gives.push_back(come_.at(key(e)));
                }
            made_.add(step.receives, mate, gets);
            made_.add(step.sends, mate, gives);
        }
        made_.steps.push_back(std::move(step));
    }

    const layout& where_;
    int rank_, node_;
    exchange_kind kind_;
    edges out_, in_, inside_;
    std::map<std::pair<int, int>, int> arrives_; // places of the blocks that mates have for each other
    std::map<std::pair<int, int>, route_item> held_, come_; // on their way out of the node, and into it
    neighbor_route made_;
};

} // namespace

neighbor_route node_route(const layout& where, int rank, const std::vector<neighborhood>& mates, exchange_kind kind)
{
    return by_node(where, rank, mates, kind).route();
}

} // namespace hocket

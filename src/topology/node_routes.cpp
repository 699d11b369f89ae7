// SPDX-License-Identifier: BSD-3-Clause
#include "topology/node_routes.hpp"
#include <map>

namespace hocket {

namespace {

// One end in this node, the other anywhere.
struct edge {
    int destination, source, index; // of its block at the end that is here
    auto operator<=>(const edge&) const = default;
};

class by_node {
public:
    by_node(const layout& where, int rank, const std::vector<neighborhood>& mates, const node_speakers& speakers,
            exchange_kind kind)
        : where_(where), rank_(rank), node_(where.node_of(rank)), kind_(kind), speakers_(speakers)
    {
        for (int i = 0; i < int(mates.size()); ++i) sort_in(where.member(node_, i), mates[std::size_t(i)]);
        for (auto* all : {&out_, &in_})
            for (auto& [node, list] : *all) order(list);
    }

    neighbor_route route()
    {
        find_room();
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
            if (node != node_) out_[node].push_back({to, mate, i});
            else if (mate == rank_) leaves_[to] = i;
        }
        for (int i = 0; i < int(around.sources.size()); ++i) {
            int from = around.sources[std::size_t(i)];
            if (from < 0 || from == mate) continue;
            int node = where_.node_of(from);
            if (node != node_) in_[node].push_back({mate, from, i});
            else if (mate == rank_) arrives_[from] = i;
        }
    }
    // Of a message between nodes: what is for one rank lies in a row. A vector counts once.
    void order(std::vector<edge>& list) const
    {
        if (is_vector()) std::ranges::sort(list, {}, [](auto& e) { return std::pair(e.source, e.destination); });
        else std::ranges::sort(list);
    }
    bool repeats(const std::vector<edge>& all, std::size_t i) const
    {
        return is_vector() && i > 0 && all[i - 1].source == all[i].source;
    }
    bool is_vector() const { return kind_ == exchange_kind::vector; }
    route_item own(int index) const { return {lies::out, is_vector() ? 0 : index}; }
    std::pair<int, int> key(const edge& e) const { return {e.source, is_vector() ? 0 : e.destination}; }
    int speaker(int node) const { return where_.member(node_, speakers_.here.at(node)); }
    int speaker_there(int node) const { return where_.member(node, speakers_.there.at(node)); }
    int mate(int away) const
    {
        int n = where_.size_of(node_);
        return where_.member(node_, (where_.local_of(rank_) + away + n) % n);
    }

    // What leaves the node through this rank lies one behind the other as it crosses, but for vectors that another
    // message has already, and for a block that crosses alone.
    void find_room()
    {
        for (auto& [node, all] : out_) {
            if (speaker(node) != rank_) continue;
            for (auto& e : all) {
                if (held_.contains(key(e))) continue;
                bool mine = e.source == rank_, alone = all.size() == 1;
                auto& place = held_[key(e)] = mine && alone ? own(e.index) : made_.next_slot();
                if (mine && !alone) from_here_.push_back({own(e.index), place});
            }
        }
    }

    // To every mate: what is for it, and what it is to send on for this rank; and the other way round.
    void collect()
    {
        route_step step;
        for (int i = 1; i < where_.size_of(node_); ++i) {
            made_.add(step.receives, mate(-i), from_mate(mate(-i)));
            made_.add(step.sends, mate(i), to_mate(mate(i)));
        }
        step.copies = std::move(from_here_);
        made_.steps.push_back(std::move(step));
    }
    std::vector<route_item> to_mate(int mate) const
    {
        std::vector<route_item> items;
        if (auto found = leaves_.find(mate); found != leaves_.end()) items.push_back(own(found->second));
        for (auto& [node, all] : out_) {
            if (speaker(node) != mate) continue;
            for (auto& e : all)
                if (e.source == rank_ && (!is_vector() || items.empty())) items.push_back(own(e.index));
        }
        return items;
    }
    std::vector<route_item> from_mate(int mate)
    {
        std::vector<route_item> items;
        auto place = arrives_.find(mate);
        if (is_vector()) {
            auto found = held_.find({mate, 0});
            if (found != held_.end()) items.push_back(found->second);
            if (place == arrives_.end()) return items;
            route_item mine{lies::in, place->second};
            if (items.empty()) items.push_back(mine);
            else come_before_.push_back({items[0], mine});
            return items;
        }
        if (place != arrives_.end()) items.push_back({lies::in, place->second});
        for (auto& [node, all] : out_) {
            if (speaker(node) != rank_) continue;
            for (auto& e : all)
                if (e.source == mate) items.push_back(held_.at(key(e)));
        }
        return items;
    }

    void cross()
    {
        route_step step;
        step.crosses = true;
        for (auto& [node, all] : in_)
            if (speaker(node) == rank_) made_.add(step.receives, speaker_there(node), from_node(all));
        for (auto& [node, all] : out_)
            if (speaker(node) == rank_) made_.add(step.sends, speaker_there(node), to_node(all));
        step.copies = std::move(come_before_);
        made_.steps.push_back(std::move(step));
    }
    std::vector<route_item> to_node(const std::vector<edge>& all) const
    {
        std::vector<route_item> items;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (!repeats(all, i)) items.push_back(held_.at(key(all[i])));
        return items;
    }
    std::vector<route_item> from_node(const std::vector<edge>& all)
    {
        std::vector<route_item> items;
        for (std::size_t i = 0; i < all.size(); ++i) {
            auto& e = all[i];
            bool mine = e.destination == rank_, alone = all.size() == 1;
            if (!repeats(all, i))
                items.push_back(come_[key(e)] = mine && alone ? route_item{lies::in, e.index} : made_.next_slot());
            if (mine && !alone) for_here_.push_back({come_.at(key(e)), {lies::in, e.index}});
        }
        return items;
    }

    void hand_out()
    {
        route_step step;
        for (int i = 1; i < where_.size_of(node_); ++i) {
            std::vector<route_item> gets, gives;
            for (auto& [node, all] : in_)
                for (auto& e : all) {
                    int by = speaker(node);
                    if (by == mate(-i) && e.destination == rank_) gets.push_back({lies::in, e.index});
                    if (by == rank_ && e.destination == mate(i)) gives.push_back(come_.at(key(e)));
                }
            made_.add(step.receives, mate(-i), gets);
            made_.add(step.sends, mate(i), gives);
        }
        step.copies = std::move(for_here_);
        made_.steps.push_back(std::move(step));
    }

    const layout& where_;
    int rank_, node_;
    exchange_kind kind_;
    const node_speakers& speakers_;
    edges out_, in_;
    std::map<int, int> leaves_, arrives_; // places of the blocks that this rank and its mates have for each other
    std::map<std::pair<int, int>, route_item> held_, come_; // on their way out of the node, and into it
    std::vector<route_copy> from_here_, come_before_, for_here_;
    neighbor_route made_;
};

} // namespace

neighbor_route node_route(const layout& where, int rank, const std::vector<neighborhood>& mates,
                          const node_speakers& speakers, exchange_kind kind)
{
    return by_node(where, rank, mates, speakers, kind).route();
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "levels/lane_members.hpp"
#include "levels/rooted_sets.hpp"

namespace hocket {

// Lanes as sets: a lane has all ranks of its place, and of the places beyond the lanes those that are dealt to it; its
// head is the one on the root's node. Lanes are counted from the root's on, and their ranks node by node from the
// root's node on.
class rank_lanes final : public rank_sets {
public:
    rank_lanes(net on, const layout& where) : at_(where, 0, on.origin()), even_(where.regular())
    {
        int me = on.unrooted().rank(), node = where.node_of(me), place = at_.swapped(node, where.local_of(me));
        lane_ = place % at_.lanes;
        if (!even_) count_ranks(on);
        place_ = before(turned(node - at_.root_node, where.nodes())) + place / at_.lanes;
    }

    int count() const override { return at_.lanes; }
    int mine() const override { return turned(lane_ - at_.root_lane(), at_.lanes); }
    int place() const override { return place_; }
    int member(int place) const override
    {
        int k = even_ ? place : int(std::ranges::upper_bound(before_, place) - before_.begin()) - 1;
        return at_.rank(node(k), lane_ + (place - before(k)) * at_.lanes);
    }
    int head(int set) const override { return at_.rank(at_.root_node, lane(set)); }
    bool heads_are_whole_node() const override { return at_.where->size_of(at_.root_node) == at_.lanes; }
    int ranks_in(int first, int last) const override
    {
        return even_ ? (last - first) * nodes() : until_[std::size_t(last)] - until_[std::size_t(first)];
    }
    void list(int set, block_runs& into) const override
    {
        for (int k = 0; k < nodes(); ++k)
            for (int place = lane(set); place < at_.where->size_of(node(k)); place += at_.lanes)
                into.add(at_.rank(node(k), place));
    }

private:
    static int turned(int i, int n) { return i < 0 ? i + n : i; }
    int nodes() const { return at_.where->nodes(); }
    int node(int k) const { return (at_.root_node + k) % nodes(); }
    int lane(int set) const { return (set + at_.root_lane()) % at_.lanes; }
    // Ranks of this lane on the first k nodes: on even nodes all places are lanes.
    int before(int k) const { return even_ ? k : before_[std::size_t(k)]; }

    // Where nodes differ: how many of this lane come before each node, and how many of all before each set.
    void count_ranks(net on)
    {
        before_ = on.ledger<int>(nodes() + 1);
        until_ = on.ledger<int>(at_.lanes + 1);
        auto more = on.ledger<int>(at_.lanes); // nodes on which a lane has one rank more than the last lane
        std::ranges::fill(more, 0);
        before_[0] = until_[0] = 0;
        int least = 0;
        for (int k = 0; k < nodes(); ++k) {
            int size = at_.where->size_of(node(k)), rest = size % at_.lanes;
            before_[std::size_t(k) + 1] = before_[std::size_t(k)] + at_.followers(node(k), lane_);
            least += size / at_.lanes;
            if (rest > 0) ++more[std::size_t(rest) - 1];
        }
        for (int l = at_.lanes - 1; l > 0; --l) more[std::size_t(l) - 1] += more[std::size_t(l)];
        for (int s = 0; s < at_.lanes; ++s)
            until_[std::size_t(s) + 1] = until_[std::size_t(s)] + least + more[std::size_t(lane(s))];
    }

    lane_places at_;
    bool even_;
    int lane_ = 0, place_ = 0;
    std::span<int> before_, until_;
};

} // namespace hocket

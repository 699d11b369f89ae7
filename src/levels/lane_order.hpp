// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/places.hpp"
#include "levels/lane_groups.hpp"

namespace hocket {

// The blocks of all ranks in the order in which a composition moves them: lane by lane, there node by node, there by
// rank. So what a lane has is one piece, and what a group has. Often that is the order of the ranks anyway.
class lane_order {
public:
    lane_order(net on, const lane_groups& at, block_cut of)
        : at_(at), of_(of), lanes_(on.ledger<std::size_t>(at.lanes() + 1)), nodes_(on.ledger<std::size_t>(nodes() + 1)),
          group_(on.ledger<std::size_t>(at.group().size() + 1))
    {
        std::size_t there = 0;
        int before = 0; // ranks
        for (int k = 0; k < groups(); ++k) {
            auto g = group(k);
            if (k % nodes() == 0) lanes_[std::size_t(k / nodes())] = there;
            if (k / nodes() == at.lane()) nodes_[std::size_t(k % nodes())] = there - lanes_[std::size_t(at.lane())];
            there = cut_group(g, there, k == at.lane() * nodes() + at.node());
            if (k / nodes() == at.lane()) nodes_.back() = there - lanes_[std::size_t(at.lane())];
            natural_ &= is_run(g) && rank(g, 0) == before;
            before += g.size;
        }
        lanes_.back() = there;
    }

    bool natural() const { return natural_; }
    block_cut by_lane() const { return block_cut(lanes_); }
    block_cut by_node() const { return block_cut(nodes_); } // of the own lane
    block_cut by_rank() const { return block_cut(group_); } // of the own group
    // In a vector of this order: what the own lane has, and the own group.
    bytes lane_in(bytes all) const { return part(all, by_lane(), at_.lane()); }
    bytes group_in(bytes all) const { return part(lane_in(all), by_node(), at_.node()); }

    // From the order of the ranks to this one, and back.
    task pack(net on, bytes packed, cbytes vector) const
    {
        for (cursor c{*this}; !c.done();) {
            auto next = c.take();
            co_await on.copy(packed.subspan(next.here, next.size), vector.subspan(next.there, next.size));
        }
    }
    task unpack(net on, bytes vector, cbytes packed) const
    {
        for (cursor c{*this}; !c.done();) {
            auto next = c.take();
            co_await on.copy(vector.subspan(next.there, next.size), packed.subspan(next.here, next.size));
        }
    }

private:
    int nodes() const { return at_.where().nodes(); }
    int groups() const { return at_.lanes() * nodes(); }
    leader_group group(int k) const { return at_.group_of(k % nodes(), k / nodes()); }
    int rank(leader_group g, int i) const { return g.member(at_.where(), i); }
    bool is_run(leader_group g) const { return rank(g, g.size - 1) - rank(g, 0) == g.size - 1; }
    static bytes part(bytes all, block_cut by, int i) { return all.subspan(by.offset(i), by.length(i)); }

    // Where the next group begins. Notes the blocks of the own one.
    std::size_t cut_group(leader_group g, std::size_t there, bool own)
    {
        auto first = there;
        if (own) group_[0] = 0;
        if (!own && is_run(g)) return there + of_.offset(rank(g, 0) + g.size) - of_.offset(rank(g, 0));
        for (int i = 0; i < g.size; ++i) {
            there += of_.length(rank(g, i));
            if (own) group_[std::size_t(i) + 1] = there - first;
        }
        return there;
    }

    struct stretch {
        std::size_t here, there, size; // in this order, and in that of the ranks
    };
    // Over all blocks; those of a group whose ranks are a run at once.
    struct cursor {
        const lane_order& of;
        int k = 0, i = 0;
        std::size_t here = 0;

        bool done() const { return k == of.groups(); }
        stretch take()
        {
            auto g = of.group(k);
            int step = of.is_run(g) ? g.size : 1, first = of.rank(g, i);
            auto there = of.of_.offset(first), n = of.of_.offset(first + step) - there, from = here;
            here += n;
            i += step;
            if (i == g.size) i = 0, ++k;
            return {from, there, n};
        }
    };

    const lane_groups& at_;
    block_cut of_;
    std::span<std::size_t> lanes_, nodes_, group_;
    bool natural_ = true;
};

} // namespace hocket

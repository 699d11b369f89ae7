// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "levels/rooted_lane_sets.hpp"
#include "levels/rooted_price.hpp"
#include "levels/rooted_stages.hpp"

namespace hocket {

// Multi-lane gather or scatter of equal blocks: each rank of the root's node exchanges with its likes on the other
// nodes, all lanes at once, so that all network interfaces and all cores work; and with the root inside the node. Any
// layout: as many lanes as the smallest node has ranks, on which the other ranks of a node join in turn. Cost
// across(N, m) + inside(P, N m). Traeff, Hunold 2020.
template <flow way> struct rooted_lanes {
    const algorithm<rooted_blocks>*across = nullptr, *inside = nullptr;
    const layout* where = nullptr;

    static task run(rooted_lanes with, net on, rooted_blocks data)
    {
        rank_lanes lanes(on, *with.where);
        rooted_stages<way> stages(on, lanes, data);
        co_await stages.run(with.across, with.inside);
    }

    // Part 0 is the exchange on the longest lane but the root's, part 1 the one in the root's node, as if all lanes but
    // the root's were equal.
    static problem of_part(rooted_lanes with, int i, const problem& of)
    {
        if (i == 0) return with.on_lane(with.width() > 1, of);
        auto one = of.with_bytes(with.width() * with.mean() * std::ceil(of.bytes / of.ranks));
        one.ranks = with.width();
        one.placed(one.ranks);
        one.spans_nodes = false;
        one.whole_node = with.where->size_of(0) == with.width();
        return one;
    }
    // The root's own lane waits for nobody; those on it that share its node do so with the inside.
    static cost declared(rooted_lanes with, const problem& of)
    {
        double block = std::ceil(of.bytes / of.ranks), others = with.width() - 1;
        auto over = with.across->declared(of_part(with, 0, of)), own = with.across->declared(with.on_lane(0, of));
        auto node = of_sets(*with.inside, of_part(with, 1, of), block, with.mean(), with.ranks_of(1));
        double joined = (with.where->size_of(0) - 1) / with.width() * of.node(block);
        bool apart = with.where->nodes() > 1 && with.where->largest() > 1;
        double all = std::max(own.finish, node.finish + over.finish) + joined + bounced(of, block, apart);
        cost made{all, all, own.messages + others * over.messages + node.messages};
        made.held = std::max({with.where->nodes() > 1 ? block * with.ranks_of(0) : 0, over.held, node.held});
        return made;
    }

private:
    int width() const { return lane_places::count(*where, 0); }
    // On a lane.
    int ranks_of(int lane) const
    {
        if (where->regular()) return where->nodes();
        int ranks = 0;
        for (int node = 0; node < where->nodes(); ++node)
            ranks += (where->size_of(node) - lane + width() - 1) / width();
        return ranks;
    }
    // On all lanes but the root's.
    double mean() const { return width() == 1 ? 0 : double(where->ranks() - ranks_of(0)) / (width() - 1); }
    problem on_lane(int lane, const problem& of) const
    {
        int ranks = ranks_of(lane);
        auto one = of.with_bytes(ranks * std::ceil(of.bytes / of.ranks));
        one.ranks = ranks;
        one.spans_nodes = where->nodes() > 1;
        one.placed((where->largest() + width() - 1) / width());
        one.at_once = width();
        one.whole_node = false;
        return one;
    }
};

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "levels/rooted_groups.hpp"
#include "levels/rooted_price.hpp"
#include "levels/rooted_stages.hpp"

namespace hocket {

// Gather or scatter of equal blocks over two levels: leaders exchange the blocks of their whole groups with the root,
// and each has a gather or scatter in its group. A node is one group, or several of consecutive ranks, each with its
// leader, so that more than one core works for the network; the root leads its own group, so nothing is forwarded.
// Cost inside(P/leaders, m) + across(N leaders, P/leaders m). Any layout; nodes have as many groups as the smallest can
// fill. MagPIe (Kielmann et al. 1999); several leaders: Bayatpour et al. 2017.
template <flow way> struct rooted_levels {
    const algorithm<rooted_blocks>*across = nullptr, *inside = nullptr;
    int leaders = 1;
    const layout* where = nullptr;

    static task run(rooted_levels with, net on, rooted_blocks data)
    {
        rank_groups groups(on, *with.where, with.leaders);
        rooted_stages<way> stages(on, groups, data);
        co_await stages.run(with.inside, with.across);
    }

    // Part 0 is the exchange of the leaders, as if their groups were equal, part 1 one of the largest groups.
    static problem of_part(rooted_levels with, int i, const problem& of)
    {
        auto& where = *with.where;
        int groups = rank_groups::count(where, with.leaders), most = with.largest();
        double block = std::ceil(of.bytes / of.ranks);
        auto one = of.with_bytes(block * (i == 0 ? where.nodes() * groups * with.mean() : most));
        one.ranks = i == 0 ? where.nodes() * groups : most;
        one.spans_nodes = i == 0 && where.nodes() > 1;
        one.placed(i == 0 ? groups : most);
        one.at_once = i == 0 ? 1 : groups;
        one.whole_node = i == 1 && groups == 1;
        return one;
    }
    static cost declared(rooted_levels with, const problem& of)
    {
        auto leading = of_part(with, 0, of);
        double block = std::ceil(of.bytes / of.ranks);
        auto over = of_sets(*with.across, leading, block, with.mean(), with.largest());
        auto node = with.inside->declared(of_part(with, 1, of));
        double all = over.finish + node.finish + bounced(of, block, of.spans_nodes && of.neighbours() == 1);
        cost made{all, all, over.messages + leading.ranks * node.messages};
        made.held = std::max({with.largest() > 1 ? block * with.largest() : 0, over.held, node.held});
        return made;
    }

private:
    int largest_of(int ranks) const
    {
        int groups = rank_groups::count(*where, leaders);
        return (ranks + groups - 1) / groups;
    }
    int largest() const { return largest_of(where->largest()); }
    // Of the groups that the root exchanges with.
    double mean() const
    {
        int own = largest_of(where->size_of(0)), others = where->nodes() * rank_groups::count(*where, leaders) - 1;
        return others == 0 ? own : double(where->ranks() - own) / others;
    }
};

} // namespace hocket

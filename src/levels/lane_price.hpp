// SPDX-License-Identifier: BSD-3-Clause
// What the parts of a composition over lane_groups are asked to do, where nodes are as large as the largest.
#pragma once
#include "algorithms/algorithm.hpp"
#include "levels/lane_members.hpp"

namespace hocket {

struct lane_price {
    const layout* where;
    int lanes;

    lane_price(const layout& at, int wanted) : where(&at), lanes(lane_places::count(at, wanted)) {}
    int group_size() const { return (where->largest() + lanes - 1) / lanes; }

    problem in_group(const problem& of, double n) const { return made(of, n, group_size(), false, lanes); }
    problem of_heads(const problem& of, double n) const { return made(of, n, lanes, false, 1); }
    problem across(const problem& of, double n) const { return made(of, n, where->nodes(), true, lanes); }
    // A vector cut into one piece per lane: the largest piece.
    double piece(const problem& of) const { return of_heads(of, of.bytes).block(); }

private:
    problem made(const problem& of, double n, int ranks, bool network, int at_once) const
    {
        auto one = of.with_bytes(n);
        one.ranks = ranks;
        one.spans_nodes = network && where->nodes() > 1;
        one.placed(network ? 1 : ranks);
        one.at_once = at_once;
        one.whole_node = lanes == 1;
        return one;
    }
};

} // namespace hocket

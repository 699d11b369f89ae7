// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/neighbor/along_route.hpp"
#include "algorithms/neighbor/cost_along.hpp"

namespace hocket::neighbor {

// Three steps: the ranks of a node collect what goes to another node, one message crosses for each pair of nodes, and
// what it brings is handed out there; a vector that many want crosses once. For short blocks of many ranks in a node,
// whatever the graph. Where long messages have to wait for their receiver, what crosses goes in messages of at most
// `segment` bytes. Bienz, Gropp, Olson 2019.
template <exchange_kind kind, bool tells> struct locality_aware {
    std::size_t segment = 0;

    static task run(locality_aware with, net on, neighbor_blocks data)
    {
        return along_route(on, *data.routes->by_node[int(kind)], data, tells, with.segment);
    }
    static cost declared(locality_aware with, const problem& of)
    {
        return of.around ? cost_along(of, of.around->by_node[int(kind)], tells, with.segment) : cost();
    }
};

} // namespace hocket::neighbor

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/neighbor/along_route.hpp"
#include "algorithms/neighbor/cost_along.hpp"

namespace hocket::neighbor {

// Message combining where all ranks of a grid have the same neighbors: dimension by dimension, what goes as far along
// one of them goes in one message. Of the 3^d-1 neighbors of a stencil 2d messages, for blocks of which each is sent as
// often as its way has turns: 6 for 26, and 54 blocks for 26; vectors for all still 26. For short blocks. Traeff,
// Luebbe, Rougier, Hunold 2015.
template <exchange_kind kind, bool tells> struct combining {
    static task run(combining, net on, neighbor_blocks data)
    {
        return along_route(on, *data.routes->combined[int(kind)], data, tells);
    }
    static cost declared(combining, const problem& of)
    {
        return of.around ? cost_along(of, of.around->combined[int(kind)], tells) : cost();
    }
};

} // namespace hocket::neighbor

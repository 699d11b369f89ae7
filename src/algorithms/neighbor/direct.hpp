// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/neighbor/along_route.hpp"
#include "algorithms/neighbor/cost_along.hpp"

namespace hocket::neighbor {

// Every block in a message of its own to its neighbor, all at once: alpha + d m beta for d neighbors. Folklore.
struct direct {
    static task run(direct, net on, neighbor_blocks data) { return along_route(on, data.routes->direct, data, false); }
    static cost declared(direct, const problem& of)
    {
        return of.around ? cost_along(of, of.around->direct, false) : cost();
    }
};

} // namespace hocket::neighbor

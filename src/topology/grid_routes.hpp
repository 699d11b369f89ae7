// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "shapes/neighbor_route.hpp"
#include "topology/grid.hpp"

namespace hocket {

// Message combining (Traeff et al. 2014): blocks go dimension by dimension, and all that go as far along one of them go
// in one message. A vector for all goes once along each common beginning of its ways. The neighborhood must fit.
neighbor_route combined_route(const grid_neighborhood& in, int rank, const neighborhood& around, exchange_kind kind);

} // namespace hocket

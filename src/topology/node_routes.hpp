// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "shapes/neighbor_route.hpp"
#include "shapes/neighborhood.hpp"
#include "topology/node_speakers.hpp"

namespace hocket {

// Locality-aware (Bienz, Gropp, Olson 2019): what the ranks of a node have for those of another goes to one of them,
// crosses as one message, and is handed out there; a vector crosses once for each node that wants it. What crosses lies
// in one piece at either end. `mates`: of all ranks of this rank's node, by their local numbers; nobody is named twice.
neighbor_route node_route(const layout& where, int rank, const std::vector<neighborhood>& mates,
                          const node_speakers& speakers, exchange_kind kind);

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "world/check.hpp"
#include <optional>

namespace hocket {

// What the catalogue declares beside what the clock counts: "rounds" with latency 1 and nothing else, "bytes" with
// 1 per byte and nothing else. Root 0, on one node; compositions over levels on regular nodes. Not of gatherv and
// scatterv, whose declarations are those of equal blocks.
struct cost_row {
    std::string collective, algorithm, layout;
    int ranks;
    std::size_t bytes;
    std::string what; // "rounds" or "bytes"
    double declared, counted;
    bool uneven;                  // over nodes of several sizes
    bool at_most;                 // and then declared is an upper bound
    std::optional<trouble> wrong; // data, deadlock, ..., or kind "cost" where the two are too far apart
};

// Never less than counted, but for a byte a rank where nodes are of several sizes; and not over 1.25 times as much (and
// one unit), except for the bytes of a bcast's vectors below 64K, where a declaration that rounds up to whole blocks
// may count each of them as a byte, and for upper bounds. Of an alltoall the two may differ by a factor of 1.5.
bool declared_well(const cost_row& row);

std::vector<cost_row> compare_costs(const candidate& what, int ranks, std::size_t n);

} // namespace hocket

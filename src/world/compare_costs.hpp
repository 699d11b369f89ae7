// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "world/bcast_trial.hpp"
#include "world/check.hpp"

namespace hocket {

// What the catalogue declares beside what the clock counts: "rounds" with latency 1 and nothing else, "bytes" with
// 1 per byte and nothing else. From root 0 on one node; compositions over levels on regular nodes.
struct cost_row {
    std::string algorithm, layout;
    int ranks;
    std::size_t bytes;
    std::string what; // "rounds" or "bytes"
    double declared, counted;
    std::optional<trouble> wrong; // data, deadlock, ..., or kind "cost" where the two are too far apart
};

// Never less than counted; and not over 1.25 times as much (and one unit), except for the bytes of vectors below 64K,
// where a declaration that rounds up to whole blocks may count each of them as a byte.
bool declared_well(const cost_row& row);

std::vector<cost_row> compare_costs(const candidate& what, int ranks, std::size_t n);

} // namespace hocket

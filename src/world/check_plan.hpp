// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "world/check.hpp"
#include "world/named_layouts.hpp"
#include "world/order.hpp"

namespace hocket {

struct check_case {
    const named_layout* where;
    int root;
    std::size_t bytes;
    std::string counts; // where blocks may differ, by name; else empty
    std::string mode;   // an order by name, "clock" or "exhaustive"
    bool in_place = false; // where an algorithm itself works in place
    std::string graph = {}; // of neighbors, by name; else empty
};

// Null for a name that is none. `where` outlives it.
std::unique_ptr<order> order_by_name(const std::string& name, const layout& where);

struct check_plan {
    std::vector<check_case> cases;
    long possible = 0; // all combinations
};

// Bytes that a vector is cut by at the least.
double element_in_checks(std::string_view collective);

// Of these sizes of a block those with which vectors of a block a rank, one on each rank, are 64 MiB at most.
std::vector<std::size_t> affordable(std::vector<std::size_t> blocks, int ranks);

// The checks of one SPEC on the given placements of p ranks: all combinations up to 8 ranks (4 of alltoall); beyond, a
// seeded sample in which every pair of a placement and a root, every size, every distribution of counts and every order
// occur.
check_plan plan_checks(const check_options& by, const candidate& what, const std::vector<named_layout>& on);

} // namespace hocket

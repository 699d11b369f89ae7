// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/direct.hpp"
#include <string>
#include <vector>

namespace hocket {

// A rank that has other bytes than the root expects of it.
struct liar {
    int rank = -1; // -1: nobody
    std::size_t has = 0;
};

// One gather or scatter: whose blocks lie where in the root's memory. Lists are by rank of the communicator.
struct rooted_case {
    flow way;
    bool irregular = false; // only the root knows the sizes
    int root = 0;
    std::vector<std::size_t> sizes, displacements;
    std::size_t extent = 0; // of the root's memory
    liar who = {};
};

// What the names of a check mean. Equal blocks lie one behind the other; those of gatherv and scatterv in an order that
// the seed decides (of the ranks, the other way round, any), some with holes between them.
rooted_case make_rooted_case(std::string_view collective, int ranks, int root, const std::string& counts,
                             std::size_t mean, unsigned seed);

} // namespace hocket

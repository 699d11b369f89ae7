// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace hocket {

// How many bytes the ranks have in checks where blocks may differ: the distributions of shapes/distributions.hpp, where
// all-giant has 8 times the mean and zeros has none at the root either; "" is equal; and "disagree": random, and one
// rank has not what the root expects of it, which the algorithm has to notice.
const std::vector<std::string>& counts_names();
std::vector<std::size_t> counts_by_name(const std::string& name, int ranks, int root, std::size_t mean, unsigned seed);

} // namespace hocket

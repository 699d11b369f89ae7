// SPDX-License-Identifier: BSD-3-Clause
// Operands that find what goes wrong: random bits, ordinary numbers, and the special values of each type.
#pragma once
#include "kernels/kernels.hpp"
#include <cstdint>
#include <vector>

namespace hocket {

// `n` packed elements; the same for the same seed.
std::vector<std::byte> operands(element of, std::size_t n, std::uint64_t seed);

} // namespace hocket

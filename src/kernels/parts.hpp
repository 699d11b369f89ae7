// SPDX-License-Identifier: BSD-3-Clause
// What the files of this room know of each other.
#pragma once
#include "kernels/kernels.hpp"
#include <cstdint>

#if defined(__x86_64__) || (defined(__aarch64__) && !defined(__AARCH64EB__))
#define HOCKET_VECTORS 1
#else
#define HOCKET_VECTORS 0
#endif

namespace hocket {

using combine_call = void(std::byte* out, const std::byte* low, const std::byte* high, std::size_t elements);
using kernel_finder = combine_call*(operation, element);

enum class instructions : unsigned char { plain, sse4, avx2, avx512, neon, sve };
constexpr int instruction_sets = int(instructions::sve) + 1;

// Does this processor have them?
bool here(instructions set);
// Of the last level of cache, for one processor.
std::size_t cache_bytes();

// What lies before the first full line of a result that is long enough for whole lines to be worth it.
constexpr std::size_t line_bytes = 64;
inline std::size_t bytes_to_alignment(const std::byte* out, std::size_t bytes)
{
    return bytes < 64 * line_bytes ? 0 : -reinterpret_cast<std::uintptr_t>(out) % line_bytes;
}

// Results are written past the cache where they and both operands do not fit into it together: from there on that is
// faster even if the result is read at once.
inline bool worth_streaming(const std::byte* out, const std::byte* low, const std::byte* high, std::size_t bytes)
{
    constexpr std::size_t never_below = std::size_t(1) << 20;
    return bytes >= never_below && 3 * bytes >= cache_bytes() && out != low && out != high &&
           bytes_to_alignment(out, bytes) == 0;
}

// As find_kernel, with code for one instruction set; what has no vector code is plain there too.
const kernel* find_kernel(operation what, element of, instructions set);

// The parts of the table; each returns null for what it does not do.
combine_call* plain_kernel(operation what, element of);
combine_call* pair_kernel(operation what, element of);
#if HOCKET_VECTORS
// Null where nothing was compiled for the set.
kernel_finder* integer_kernels(instructions set);
kernel_finder* bit_kernels(instructions set);
kernel_finder* float_kernels(instructions set);
kernel_finder* half_kernels(instructions set);
kernel_finder* located_kernels(instructions set);
kernel_finder* triple_kernels(instructions set);
kernel_finder* extended_kernels(instructions set);
#endif

} // namespace hocket

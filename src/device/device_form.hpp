// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace hocket {

// What ranks get of the vectors that each of them brings: the sum of all, a block of it each, the sum of the ranks up
// to it, or of those before it.
enum class device_form : std::uint8_t { sum, blocks, prefixes, prefixes_before };
constexpr int device_forms = 4;

constexpr bool is_prefix(device_form one)
{
    return one == device_form::prefixes || one == device_form::prefixes_before;
}

// Elements of a vector.
struct element_range {
    std::size_t first = 0, count = 0;
};

// One rank's vector, as all have it.
struct reduced_vector {
    device_form form;
    std::size_t count, element;            // elements, and bytes of one
    std::span<const element_range> blocks; // of each rank, one behind the other; empty: it has none

    std::size_t size() const { return count * element; }
};

} // namespace hocket

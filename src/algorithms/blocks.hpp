// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/request.hpp"
#include "shapes/partition.hpp"

namespace hocket {

// A vector in memory cut into one block per rank, equal to within a byte.
struct blocks {
    bytes all;
    int count;

    bytes operator[](int i) const { return range(i, i + 1); }
    // Blocks first..last-1, which lie next to each other.
    bytes range(int first, int last) const
    {
        partition cut{all.size(), count};
        return all.subspan(cut.offset(first), cut.offset(last) - cut.offset(first));
    }
    std::size_t largest() const { return (all.size() + std::size_t(count) - 1) / std::size_t(count); }
};

} // namespace hocket

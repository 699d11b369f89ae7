// SPDX-License-Identifier: BSD-3-Clause
// What reductions are checked with. A value knows whose operands it holds, in which order, and of which element; its
// sum of floating point numbers also tells how it was bracketed.
#pragma once
#include "net/request.hpp"
#include <cstdint>

namespace hocket {

struct counted_value {
    std::uint16_t first, last; // of a run of ranks; of any ranks: how many, and 0
    std::uint32_t mark;        // the sum of one number for each rank and element
    double sum;

    static counted_value of(int rank, std::size_t element, bool in_order);
    // Puts that of a higher rank behind it.
    void add(int rank, std::size_t element, bool in_order);
    bool same(const counted_value& other) const
    {
        return first == other.first && last == other.last && mark == other.mark;
    }
};
static_assert(sizeof(counted_value) == 16);

// in_order: holds only runs of neighbours, lower ranks first. Else any ranks, each once.
const reduction& counting(bool in_order);

} // namespace hocket

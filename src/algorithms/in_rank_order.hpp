// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/operands.hpp"

namespace hocket {

// Operands of all ranks that are combined from the lowest rank to the highest: those of others side by side in `room`,
// and the own one, which may lie where the result goes. So what is below it is combined where the lowest came.
class in_rank_order {
public:
    in_rank_order(int me, cbytes mine, bytes result, bytes room) : me_(me), mine_(mine), result_(result), room_(room) {}

    bytes place_of(int rank) const
    {
        return room_.subspan(std::size_t(rank - (rank > me_)) * mine_.size(), mine_.size());
    }
    cbytes operand(int rank) const { return rank == me_ ? mine_ : cbytes(place_of(rank)); }
    // Where that of the ranks up to this one goes, which is not the lowest.
    bytes into(int rank) const { return rank < me_ ? place_of(0) : result_; }
    // Where that of the ranks before this one is.
    cbytes below(int rank) const { return rank == 1 ? operand(0) : cbytes(into(rank - 1)); }

private:
    int me_;
    cbytes mine_;
    bytes result_, room_;
};

} // namespace hocket

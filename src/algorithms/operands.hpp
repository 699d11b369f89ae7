// SPDX-License-Identifier: BSD-3-Clause
// The data of reductions. A rank's own operand is only read, so that nothing is copied only to be reduced.
#pragma once
#include "algorithms/blocks.hpp"

namespace hocket {

// Of reduce, allreduce, scan and exscan. A result holds the operands of ranks in their order: of all ranks, in a scan
// of those up to this one, in an exscan of those before it (and rank 0 has none: its memory stays as it is).
struct operands {
    cbytes mine;          // this rank's
    bytes result;         // as long; empty where this rank gets none; may be exactly the memory of `mine`
    const reduction* how;

    std::size_t size() const { return mine.size(); }
    std::size_t element() const { return how->element; }
};

// Of reduce_scatter: each rank gets its own block of the result.
struct scattered_operands {
    cbytes mine;          // this rank's: a block for every rank, as `cut` says
    bytes result;         // block of this rank
    block_cut cut;
    const reduction* how;
    bytes work = {}; // memory for a whole vector, free to be used, where `result` is this rank's block and which may
                     // be exactly that of `mine`; empty: there is none

    cbytes range(int first, int last) const { return mine.subspan(cut.offset(first), span(first, last)); }
    std::size_t span(int first, int last) const { return cut.offset(last) - cut.offset(first); }
};

// Of a barrier.
struct nothing {};

} // namespace hocket

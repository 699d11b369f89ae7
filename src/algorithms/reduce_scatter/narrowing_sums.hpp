// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/running_value.hpp"

namespace hocket::reduce_scatter {

// The values of a window of blocks that narrows: at first the operand, which is only read; then sums, in memory for the
// first window that something comes for; and where a rank's own block alone is left, in its result.
class narrowing_sums {
public:
    narrowing_sums(net on, const scattered_operands& data) : on_(on), data_(data), now_(data.mine), memory_(data.work)
    {
    }

    cbytes now(block_range of) const { return now_.subspan(from(of, first_), length(of)); }
    // Where the sums of these blocks are to lie.
    bytes place(block_range of)
    {
        if (of == block_range{on_.rank(), on_.rank() + 1}) return data_.result;
        if (memory_.empty()) {
            memory_ = on_.scratch(length(of));
            memory_first_ = of.first;
        }
        return memory_.subspan(from(of, memory_first_), length(of));
    }
    // They lie there.
    void arrived(block_range of)
    {
        now_ = place(of);
        first_ = of.first;
    }
    // A rank's own block where it belongs.
    op settle() const { return settle_value(on_, {now({on_.rank(), on_.rank() + 1}), data_.result}); }

private:
    std::size_t length(block_range of) const { return data_.span(of.first, of.last); }
    std::size_t from(block_range of, int first) const { return data_.span(first, of.first); }

    net on_;
    scattered_operands data_;
    cbytes now_;
    bytes memory_;
    int first_ = 0, memory_first_ = 0; // the blocks that they begin with
};

} // namespace hocket::reduce_scatter

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
#include "shapes/k_ring.hpp"

namespace hocket::reduce_scatter {

// The sums that a rank has of the blocks of one group in each phase of a k-ring: its operand until something comes.
// Those of one phase leave while those of the next one come.
class group_sums {
public:
    group_sums(net on, const scattered_operands& data, hocket::k_ring at)
        : data_(data), me_(on.rank()), k_(at.k), now_(on.ledger<cbytes>(2 * at.k)), memory_(data.work),
          in_place_(!memory_.empty())
    {
        begin(at.groups() - 1);
        if (in_place_) return;
        auto apart = 2 * std::size_t(k_) * data.cut.largest();
        in_place_ = apart >= data.cut.total();
        memory_ = on.scratch(std::min(apart, data.cut.total()));
    }
    // Nothing has come yet in phase t.
    void begin(int t)
    {
        for (auto& sum : now_.subspan(slot(t, 0), std::size_t(k_))) sum = {};
    }
    void arrived(int t, int block) { now_[slot(t, block)] = place(t, block); }
    cbytes now(int t, int block) const
    {
        auto sum = now_[slot(t, block)];
        return sum.data() ? sum : data_.range(block, block + 1);
    }
    bytes place(int t, int block) const
    {
        if (block == me_) return data_.result;
        auto from = in_place_ ? data_.cut.offset(block) : slot(t, block) * data_.cut.largest();
        return memory_.subspan(from, data_.cut.length(block));
    }

private:
    std::size_t slot(int t, int block) const { return std::size_t(t % 2 * k_ + block % k_); }

    scattered_operands data_;
    int me_, k_;
    std::span<cbytes> now_;
    bytes memory_;
    bool in_place_;
};

} // namespace hocket::reduce_scatter

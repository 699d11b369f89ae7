// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
#include <array>
#include <bit>

namespace hocket::reduce_scatter {

// The sums of the blocks at each offset, which are those of the ranks so far before this one, where groups of offsets
// a, a + stride, a + 2 stride, ... come together by descending a, each at a with the lowest bit cleared. Until that has
// happened to a group, no other one with the same lowest bit begins; so there is one place for each bit.
class offset_sums {
public:
    offset_sums(net on, const scattered_operands& data, int stride)
        : on_(on), data_(data), stride_(stride), width_(std::size_t(on.size() - 1) / std::size_t(stride) + 1),
          memory_(data.work), in_place_(!memory_.empty())
    {
        if (in_place_) return;
        auto apart = std::size_t(level(0)) * width_ * data.cut.largest();
        in_place_ = apart >= data.cut.total();
        memory_ = on.scratch(std::min(apart, data.cut.total()));
    }
    cbytes now(int offset) const
    {
        return offset / stride_ < arrived_[level(offset)] ? cbytes(place(offset))
                                                          : data_.range(block(offset), block(offset) + 1);
    }
    bytes place(int offset) const
    {
        if (offset == 0) return data_.result;
        int b = block(offset);
        auto slot = std::size_t(level(offset) - 1) * width_ + std::size_t(offset / stride_);
        return memory_.subspan(in_place_ ? data_.cut.offset(b) : slot * data_.cut.largest(), data_.cut.length(b));
    }
    // n blocks from `first` on have gone, and as many have come to those from `to` on.
    void moved(int first, int to, int n)
    {
        if (first % stride_ != 0) arrived_[level(first)] = 0;
        arrived_[level(to)] = std::max(arrived_[level(to)], n);
    }

private:
    int block(int offset) const { return on_.prev(offset); }
    std::size_t level(int offset) const { return std::size_t(std::countr_zero(unsigned(offset % stride_ + stride_))); }

    net on_;
    scattered_operands data_;
    int stride_;
    std::size_t width_;
    bytes memory_;
    bool in_place_;
    std::array<int, 32> arrived_{}; // how many of a group are sums: the first ones
};

} // namespace hocket::reduce_scatter

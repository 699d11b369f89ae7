// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/running_value.hpp"
#include "shapes/double_tree_schedule.hpp"
#include <array>

namespace hocket {

// A vector of elements in two halves, each cut into segments: one half for each of two trees.
class halved_vector {
public:
    halved_vector(std::size_t total, std::size_t element, std::size_t segment)
        : element_(element), halves_{total / element, 2},
          cut_{segments_of(halves_.length(0) * element, element, segment),
               segments_of(halves_.length(1) * element, element, segment)}
    {
    }
    std::array<int, 2> counts() const { return {cut_[0].count(), cut_[1].count()}; }
    int parts() const { return cut_[0].count() + cut_[1].count(); }
    int part(const half_move& at) const { return at.half * cut_[0].count() + at.segment; }
    std::size_t offset(const half_move& at) const
    {
        return (halves_.offset(at.half) + cut_[at.half].offset(at.segment)) * element_;
    }
    std::size_t length(const half_move& at) const { return cut_[at.half].length(at.segment) * element_; }
    double largest() const { return double(std::max(cut_[0].size, cut_[1].size) * element_); }

private:
    std::size_t element_;
    partition halves_;
    std::array<segments, 2> cut_;
};

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "shapes/partition.hpp"
#include <span>

namespace hocket {

// Where a vector is cut into one block per rank: as equal as whole elements let them be, or as a list says.
class block_cut {
public:
    block_cut(std::size_t total, int count, std::size_t element = 1) : bytes_(total), element_(element), count_(count)
    {
        largest_ = partition{total / element, count}.length(0) * element;
    }
    // Block i goes from offsets[i] to offsets[i + 1]; the list outlives the cut.
    explicit block_cut(std::span<const std::size_t> offsets)
        : bytes_(offsets.back()), count_(int(offsets.size()) - 1), offsets_(offsets.data())
    {
        for (int i = 0; i < count_; ++i) largest_ = std::max(largest_, length(i));
    }

    int count() const { return count_; }
    std::size_t total() const { return bytes_; }
    std::size_t largest() const { return largest_; }
    std::size_t offset(int i) const
    {
        return offsets_ ? offsets_[i] : partition{bytes_ / element_, count_}.offset(i) * element_;
    }
    std::size_t length(int i) const { return offset(i + 1) - offset(i); }

private:
    std::size_t bytes_, element_ = 1, largest_ = 0;
    int count_;
    const std::size_t* offsets_ = nullptr; // null: equal
};

} // namespace hocket

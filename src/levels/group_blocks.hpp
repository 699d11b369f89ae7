// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "levels/lane_order.hpp"

namespace hocket {

// What a rank hands to a gather or scatter within its group, whose head has the blocks of all in a vector in the order
// of a composition. Stays where it is: the data points into it.
class group_blocks {
public:
    group_blocks(const lane_groups& at, const lane_order& order, bytes packed, bytes own)
        : sizes_(order.by_rank()), places_(at.leads() ? order.group_in(packed) : bytes{}, sizes_),
          data_{at.leads() ? bytes{} : own, &sizes_, at.leads() ? &places_ : nullptr},
          head_(at.leads() ? order.group_in(packed).first(own.size()) : bytes{})
    {
    }
    group_blocks(const group_blocks&) = delete;
    group_blocks& operator=(const group_blocks&) = delete;

    rooted_blocks data() const { return data_; }
    bytes of_head() const { return head_; } // its own block there

private:
    cut_sizes sizes_;
    row_of_blocks places_;
    rooted_blocks data_;
    bytes head_;
};

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/places.hpp"

namespace hocket {

// The sizes of blocks, as a cut makes them.
class cut_sizes final : public block_sizes {
public:
    explicit cut_sizes(block_cut by) : by_(by) {}
    std::size_t of(int first, int last) const override { return by_.offset(last) - by_.offset(first); }

private:
    block_cut by_;
};

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// How blocks may lie that an algorithm puts together itself.
#pragma once
#include "algorithms/rooted_blocks.hpp"

namespace hocket {

class equal_sizes final : public block_sizes {
public:
    explicit equal_sizes(std::size_t each) : each_(each) {}
    std::size_t of(int first, int last) const override { return each_ * std::size_t(last - first); }

private:
    std::size_t each_;
};

// As a cut makes them.
class cut_sizes final : public block_sizes {
public:
    explicit cut_sizes(block_cut by) : by_(by) {}
    std::size_t of(int first, int last) const override { return by_.offset(last) - by_.offset(first); }

private:
    block_cut by_;
};

// One behind the other in memory.
class row_of_blocks final : public block_places {
public:
    row_of_blocks(bytes all, const block_sizes& sizes) : all_(all), sizes_(&sizes) {}
    std::size_t of(int first, int last) const override { return sizes_->of(first, last); }
    int pieces(int first, int last, bytes* into, int room) const override
    {
        auto n = of(first, last);
        if (n == 0) return 0;
        if (room > 0) *into = all_.subspan(sizes_->of(0, first), n);
        return 1;
    }

private:
    bytes all_;
    const block_sizes* sizes_;
};

// A vector cut into a block for every rank.
class cut_vector final : public block_places {
public:
    explicit cut_vector(const blocks& all) : all_(all) {}
    std::size_t of(int first, int last) const override { return all_.range(first, last).size(); }
    int pieces(int first, int last, bytes* into, int room) const override
    {
        auto part = all_.range(first, last);
        if (part.empty()) return 0;
        if (room > 0) *into = part;
        return 1;
    }

private:
    blocks all_;
};

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/in_pieces.hpp"
#include <cstdint>

namespace hocket {

// The sizes of the blocks of ranks first..last-1, counted from `first`: known to all, known to the root, or else room
// for what is told about them.
class size_table final : public block_sizes {
public:
    size_table(net on, int first, int last, const rooted_blocks& data)
        : known_(data.sizes ? data.sizes : data.places), first_(first), count_(last - first)
    {
        if (!data.sizes) told_ = on.ledger<std::uint64_t>(count_).data();
        if (!data.sizes && known_)
            for (int i = 0; i < count_; ++i) told_[i] = known_->of(first + i, first + i + 1);
    }
    std::size_t of(int first, int last) const override
    {
        if (known_) return known_->of(first_ + first, first_ + last);
        std::size_t n = 0;
        for (int i = first; i < last; ++i) n += told_[i];
        return n;
    }
    // As a message; where the sizes are not known to all.
    bytes entries(int first, int last) const
    {
        return std::as_writable_bytes(std::span(told_ + first, std::size_t(last - first)));
    }
    // At the root: what the ranks have announced against what its caller expects.
    void compare(net on) const
    {
        for (int i = 1; i < count_; ++i)
            if (told_[i] != known_->of(i, i + 1)) return on.disagree(i, told_[i], known_->of(i, i + 1));
    }
    std::uint64_t& operator[](int i) { return told_[i]; }

private:
    const block_sizes* known_;
    std::uint64_t* told_ = nullptr;
    int first_, count_;
};

} // namespace hocket

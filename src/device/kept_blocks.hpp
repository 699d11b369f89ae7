// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace hocket {

// Blocks of memory that nobody uses, kept for whoever wants one next. Block has a `size`.
template <class Block> class kept_blocks {
public:
    explicit kept_blocks(std::size_t limit) : limit_(limit) {}

    // The longest unused that fits(block).
    template <class Fits> std::optional<Block> take(Fits fits)
    {
        std::lock_guard held(lock_);
        auto found = std::ranges::find_if(unused_, fits);
        if (found == unused_.end()) return std::nullopt;
        auto one = *found;
        unused_.erase(found);
        kept_ -= one.size;
        return one;
    }
    // Those for which there is no room, the longest unused first; one that is longer than the limit alone.
    [[nodiscard]] std::vector<Block> give(const Block& one)
    {
        if (one.size > limit_) return {one};
        std::lock_guard held(lock_);
        unused_.push_back(one);
        kept_ += one.size;
        std::vector<Block> gone;
        while (kept_ > limit_) {
            kept_ -= unused_.front().size;
            gone.push_back(unused_.front());
            unused_.erase(unused_.begin());
        }
        return gone;
    }
    [[nodiscard]] std::vector<Block> take_all()
    {
        std::lock_guard held(lock_);
        kept_ = 0;
        return std::exchange(unused_, {});
    }
    std::size_t kept() const
    {
        std::lock_guard held(lock_);
        return kept_;
    }

private:
    const std::size_t limit_;
    mutable std::mutex lock_;
    std::vector<Block> unused_; // the longest unused first
    std::size_t kept_ = 0;      // bytes
};

} // namespace hocket

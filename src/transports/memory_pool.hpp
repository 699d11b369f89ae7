// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/request.hpp"
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <vector>

namespace hocket {

// Blocks of memory that the operations of a process use by turns. What has been used before is mapped already, and
// known to the network, so it is kept: up to `limit` bytes that nobody uses, the longest unused go first.
class memory_pool {
public:
    static constexpr std::size_t limit = std::size_t(64) << 20, alignment = 64;

    memory_pool() = default;
    memory_pool(const memory_pool&) = delete;
    memory_pool& operator=(const memory_pool&) = delete;
    ~memory_pool()
    {
        for (auto& b : unused_) std::free(b.data());
    }

    // At least n bytes, not cleared.
    bytes take(std::size_t n)
    {
        auto size = rounded(n);
        auto found = find(size);
        if (!found.empty()) return found;
        auto* memory = static_cast<std::byte*>(std::aligned_alloc(alignment, size));
        if (!memory) std::fputs("hocket: no memory left for a collective\n", stderr), std::abort();
        return {memory, size};
    }

    void give(bytes block)
    {
        std::lock_guard held(lock_);
        --taken_;
        if (block.size() > limit) return std::free(block.data());
        unused_.push_back(block);
        kept_ += block.size();
        std::size_t gone = 0;
        for (; kept_ > limit; ++gone) {
            kept_ -= unused_[gone].size();
            std::free(unused_[gone].data());
        }
        unused_.erase(unused_.begin(), unused_.begin() + std::ptrdiff_t(gone));
    }

    std::size_t kept() const
    {
        std::lock_guard held(lock_);
        return kept_;
    }
    // Blocks that somebody has, or has left behind.
    std::size_t taken() const
    {
        std::lock_guard held(lock_);
        return taken_;
    }

private:
    // Four sizes to each power of two, so that needs that are nearly alike share their blocks.
    static std::size_t rounded(std::size_t n)
    {
        auto step = std::max(alignment, std::bit_floor(n) / 4);
        return (n + step - 1) / step * step;
    }

    // The smallest that is large enough, unless that would waste most of it. Counts the block in any case.
    bytes find(std::size_t n)
    {
        std::lock_guard held(lock_);
        ++taken_;
        auto best = unused_.end();
        for (auto b = unused_.begin(); b != unused_.end(); ++b)
            if (b->size() >= n && b->size() / 4 <= n && (best == unused_.end() || b->size() < best->size())) best = b;
        if (best == unused_.end()) return {};
        auto block = *best;
        kept_ -= block.size();
        unused_.erase(best);
        return block;
    }

    mutable std::mutex lock_;
    std::vector<bytes> unused_; // the longest unused first
    std::size_t kept_ = 0, taken_ = 0;
};

} // namespace hocket

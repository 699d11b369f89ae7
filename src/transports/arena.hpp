// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/memory_pool.hpp"
#include <algorithm>
#include <vector>

namespace hocket {

// Memory for the length of one operation, aligned to 64 bytes and not cleared. One small block stays for the next
// operation, which takes it without a lock; larger ones go back to the pool that they came from.
class arena {
public:
    explicit arena(memory_pool& pool) : pool_(&pool) {}
    arena(const arena&) = delete;
    arena& operator=(const arena&) = delete;
    ~arena() { release(); }

    bytes take(std::size_t n)
    {
        auto rounded = (n + line - 1) / line * line;
        if (blocks_.empty() || rounded > blocks_.back().size() - used_) grow(rounded);
        auto* at = blocks_.back().data() + used_;
        used_ += rounded;
        return {at, n};
    }

    void reset()
    {
        used_ = 0;
        if (blocks_.empty() || (blocks_.size() == 1 && blocks_[0].size() <= kept)) return;
        give_back();
    }

    // Nothing stays.
    void release()
    {
        for (auto& b : blocks_) pool_->give(b);
        blocks_.clear();
        used_ = 0;
    }

    // Somebody may use the memory for ever.
    void abandon() { blocks_.clear(); }

private:
    static constexpr std::size_t line = memory_pool::alignment, least = 64 << 10, kept = 256 << 10;

    void grow(std::size_t n)
    {
        auto size = std::max({n, least, blocks_.empty() ? 0 : 2 * blocks_.back().size()});
        if (size > kept) size = std::max(n, least); // doubling is for small needs
        blocks_.push_back(pool_->take(size));
        used_ = 0;
    }
    // All but the largest of the small ones.
    void give_back()
    {
        bytes stays;
        for (auto& b : blocks_) {
            if (b.size() <= kept && b.size() > stays.size()) std::swap(stays, b);
            if (!b.empty()) pool_->give(b);
        }
        blocks_.clear();
        if (!stays.empty()) blocks_.push_back(stays);
    }

    memory_pool* pool_;
    std::vector<bytes> blocks_;
    std::size_t used_ = 0;
};

} // namespace hocket

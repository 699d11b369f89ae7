// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/request.hpp"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace hocket {

// Memory for the length of one operation, aligned to 64 bytes and not cleared. The next operation of the same need
// takes it without malloc, but no more than `kept` bytes stay.
class arena {
public:
    arena() = default;
    arena(const arena&) = delete;
    arena& operator=(const arena&) = delete;
    ~arena()
    {
        for (auto& b : blocks_) std::free(b.data());
    }

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
        if (blocks_.size() > 1) keep_last(1);
        if (!blocks_.empty() && blocks_.back().size() > kept) keep_last(0);
    }

    // Somebody may use the memory for ever.
    void abandon() { blocks_.clear(); }

private:
    static constexpr std::size_t line = 64, least = 64 << 10, kept = 256 << 10;

    void grow(std::size_t n)
    {
        auto size = std::max({n, least, blocks_.empty() ? 0 : 2 * blocks_.back().size()});
        if (size > kept) size = std::max(n, least); // doubling is for small needs
        auto* memory = static_cast<std::byte*>(std::aligned_alloc(line, size));
        if (!memory) std::fputs("hocket: no memory left for a collective\n", stderr), std::abort();
        blocks_.push_back({memory, size});
        used_ = 0;
    }
    void keep_last(std::size_t n)
    {
        auto gone = blocks_.end() - std::ptrdiff_t(n);
        for (auto b = blocks_.begin(); b != gone; ++b) std::free(b->data());
        blocks_.erase(blocks_.begin(), gone);
    }

    std::vector<bytes> blocks_;
    std::size_t used_ = 0;
};

} // namespace hocket

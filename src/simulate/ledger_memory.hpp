// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/request.hpp"
#include <algorithm>
#include <memory>
#include <vector>

namespace hocket {

// Memory that really exists, for what algorithms write down themselves. Given back all at once.
class ledger_memory {
public:
    // Aligned to 64.
    bytes take(std::size_t n)
    {
        n = std::max<std::size_t>((n + 63) / 64 * 64, 64);
        while (current_ < chunks_.size() && chunks_[current_].size - used_ < n) ++current_, used_ = 0;
        if (current_ == chunks_.size()) add(std::max(n, chunk_size));
        auto* at = chunks_[current_].first() + used_;
        used_ += n;
        return {at, n};
    }
    // Keeps the memory for the next time.
    void clear() { current_ = used_ = 0; }

private:
    static constexpr std::size_t chunk_size = 1 << 18;
    struct chunk {
        std::unique_ptr<std::byte[]> memory;
        std::size_t size;
        std::byte* first() const
        {
            void* at = memory.get();
            auto room = size + 63;
            return static_cast<std::byte*>(std::align(64, size, at, room));
        }
    };
    void add(std::size_t n) { chunks_.push_back({std::make_unique_for_overwrite<std::byte[]>(n + 63), n}); }

    std::vector<chunk> chunks_;
    std::size_t current_ = 0, used_ = 0;
};

} // namespace hocket

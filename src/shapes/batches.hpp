// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace hocket {

// Blocks in a row cut into batches of at most `limit` bytes: as many whole blocks as fit, and a block over the limit in
// pieces of the limit, whatever comes before it. So who has a block knows its pieces without knowing its neighbours.
class batches {
public:
    struct cursor {
        int block = 0;
        std::size_t offset = 0;
    };
    struct item {
        int block;
        std::size_t offset, size;
    };

    batches(std::span<const std::uint64_t> sizes, std::size_t limit) : sizes_(sizes), limit_(limit) {}

    std::size_t total() const
    {
        std::size_t n = 0;
        for (auto size : sizes_) n += size;
        return n;
    }
    int count() const
    {
        int n = 0;
        for (auto at = begin(); !over(at); at = each_item(at, [](item) {})) ++n;
        return n;
    }
    cursor begin() const { return skipped({}); }
    bool over(cursor at) const { return at.block == int(sizes_.size()); }
    // The items of the batch that begins at `from`; returns where the next one begins.
    template <class F> cursor each_item(cursor from, F f) const
    {
        std::size_t used = 0;
        while (!over(from)) {
            auto n = std::min(limit_, sizes_[std::size_t(from.block)] - from.offset);
            if (used + n > limit_) break;
            f(item{from.block, from.offset, n});
            used += n;
            from = skipped({from.block, from.offset + n});
        }
        return from;
    }
    std::size_t bytes_from(cursor at) const
    {
        std::size_t n = 0;
        each_item(at, [&](item i) { n += i.size; });
        return n;
    }

private:
    // On to the next byte that is there.
    cursor skipped(cursor at) const
    {
        while (!over(at) && at.offset == sizes_[std::size_t(at.block)]) at = {at.block + 1, 0};
        return at;
    }

    std::span<const std::uint64_t> sizes_;
    std::size_t limit_;
};

} // namespace hocket

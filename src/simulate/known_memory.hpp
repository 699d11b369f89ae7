// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

namespace hocket {

// Memory that the network interface of a rank knows: what long messages have used, neighbours joined.
class known_memory {
public:
    // Knows n more bytes; how many of them are new.
    std::size_t grow(const std::byte* at, std::size_t n)
    {
        range all{at, at + n};
        auto first = std::ranges::lower_bound(ranges_, all.from, {}, &range::to);
        auto last = first;
        std::size_t known = 0;
        for (; last != ranges_.end() && last->from <= all.to; ++last) {
            auto begin = std::max(last->from, at), end = std::min(last->to, at + n);
            known += std::size_t(end - begin);
            all = {std::min(all.from, last->from), std::max(all.to, last->to)};
        }
        if (first == last) ranges_.insert(first, all);
        else *first = all, ranges_.erase(first + 1, last);
        return n - known;
    }

private:
    struct range {
        const std::byte *from, *to;
    };
    std::vector<range> ranges_; // in their order, with gaps between them
};

} // namespace hocket

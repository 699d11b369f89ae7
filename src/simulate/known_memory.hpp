// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstddef>

namespace hocket {

// Memory that the network interface of a rank knows: from the first to the last that long messages have used.
struct known_memory {
    const std::byte *from = nullptr, *to = nullptr;

    // Knows n more bytes; how many of them are new.
    std::size_t grow(const std::byte* at, std::size_t n)
    {
        auto before = to - from;
        from = before ? std::min(from, at) : at;
        to = before ? std::max(to, at + n) : at + n;
        return std::size_t(to - from - before);
    }
};

} // namespace hocket

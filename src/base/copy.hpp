// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace hocket {

// What memcpy does, in pieces that are too short for the `rep movsb` that glibc 2.33 to 2.39 takes for 2112 bytes and
// more. A Zen 3 takes 24 to 42 times as long for that where the destination lies 1 to 31 bytes further into its page
// than the source, as large blocks of malloc do beside cells (4 KB 2.6 us, not 0.07; record 70). From the size of the
// L2 cache on, 1 MiB at most, glibc takes it on none of AMD's processors.
inline void copy_bytes(void* to, const void* from, std::size_t n)
{
    constexpr std::size_t piece = 2048, whole = std::size_t(1) << 20;
    if (n <= piece || n >= whole) {
        std::memcpy(to, from, n);
        return;
    }
    auto* into = static_cast<std::byte*>(to);
    auto* data = static_cast<const std::byte*>(from);
    for (std::size_t done = 0; done < n; done += piece)
        std::memcpy(into + done, data + done, std::min(piece, n - done));
}

// The same for bytes that may overlap.
inline void move_bytes(void* to, const void* from, std::size_t n)
{
    auto a = reinterpret_cast<std::uintptr_t>(to), b = reinterpret_cast<std::uintptr_t>(from);
    if (std::max(a, b) - std::min(a, b) < n) std::memmove(to, from, n);
    else copy_bytes(to, from, n);
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// Stores that go past the caches, and ticks to time a few of them by: both x86-64's. Elsewhere nothing is streamed.
#pragma once
#include "base/copy.hpp"
#include "base/sanitized.hpp"
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace hocket {

constexpr std::size_t cache_line = 64;

#if defined(__x86_64__)

constexpr bool can_stream = true;

// When everything before it is done, and nothing after it has begun.
inline std::uint64_t ticks()
{
    _mm_mfence();
    _mm_lfence();
    auto now = __rdtsc();
    _mm_lfence();
    return now;
}

// Sanitizers see no store that goes past the caches: theirs are plain ones, in the same places.
inline void stream_line(std::byte* to, const std::byte* from)
{
    if constexpr (sanitized) {
        std::memcpy(to, from, cache_line);
        return;
    }
    for (std::size_t i = 0; i < cache_line; i += sizeof(__m128i)) {
        auto word = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i));
        _mm_stream_si128(reinterpret_cast<__m128i*>(to + i), word);
    }
}

// Whole lines past the caches, the rest of the first and the last one through them. All of it is there for whoever sees
// a later release.
inline void stream_bytes(void* to, const void* from, std::size_t n)
{
    auto* into = static_cast<std::byte*>(to);
    auto* data = static_cast<const std::byte*>(from);
    auto at = std::min(n, -reinterpret_cast<std::uintptr_t>(into) % cache_line);
    std::memcpy(into, data, at);
    for (; n - at >= cache_line; at += cache_line) stream_line(into + at, data + at);
    std::memcpy(into + at, data + at, n - at);
    _mm_sfence();
}

#else

constexpr bool can_stream = false;

inline std::uint64_t ticks()
{
    return 0;
}

inline void stream_bytes(void* to, const void* from, std::size_t n)
{
    copy_bytes(to, from, n);
}

#endif

} // namespace hocket

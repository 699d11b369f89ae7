// SPDX-License-Identifier: BSD-3-Clause
// Stores that go past the caches, and ticks to time a few of them by: both x86-64's. Elsewhere nothing is streamed.
#pragma once
#include "base/copy.hpp"
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace hocket {

constexpr std::size_t cache_line = 64;

#if defined(__x86_64__)

constexpr bool can_stream = true;

inline std::uint64_t ticks()
{
    return __rdtsc();
}

// What was stored before is where others see it, and nothing is read before that.
inline void finish_stores()
{
    _mm_mfence();
}

// Whole lines past the caches, the rest of the first and the last one through them. All of it is there for whoever sees
// a later release.
inline void stream_bytes(void* to, const void* from, std::size_t n)
{
    auto* into = static_cast<std::byte*>(to);
    auto* data = static_cast<const std::byte*>(from);
    auto begun = std::min(n, -reinterpret_cast<std::uintptr_t>(into) % cache_line);
    std::memcpy(into, data, begun);
    std::size_t at = begun;
    for (; n - at >= cache_line; at += cache_line)
        for (std::size_t i = at; i < at + cache_line; i += sizeof(__m128i)) {
            auto word = _mm_loadu_si128(reinterpret_cast<const __m128i*>(data + i));
            _mm_stream_si128(reinterpret_cast<__m128i*>(into + i), word);
        }
    std::memcpy(into + at, data + at, n - at);
    _mm_sfence();
}

#else

constexpr bool can_stream = false;

inline std::uint64_t ticks()
{
    return 0;
}

inline void finish_stores() {}

inline void stream_bytes(void* to, const void* from, std::size_t n)
{
    copy_bytes(to, from, n);
}

#endif

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// Numbers of ranks for tests that go through the whole catalogue.
#pragma once
#include <bit>
#include <vector>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HOCKET_FEWER_RANKS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HOCKET_FEWER_RANKS 1
#endif
#endif
#ifndef HOCKET_FEWER_RANKS
#define HOCKET_FEWER_RANKS 0
#endif

// first, first + 1, ..., last. Under a sanitizer, where such a test takes ten times as long, only powers of two, one
// above them, where most mistakes with places in memory show, and multiples of 7.
inline std::vector<int> rank_counts(int first, int last)
{
    std::vector<int> counts;
    for (int p = first; p <= last; ++p) {
        bool telling = std::has_single_bit(unsigned(p)) || std::has_single_bit(unsigned(p - 1)) || p % 7 == 0;
        if (telling || !HOCKET_FEWER_RANKS) counts.push_back(p);
    }
    return counts;
}

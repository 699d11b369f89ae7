// SPDX-License-Identifier: BSD-3-Clause
// What swaps of blocks of n bytes cost.
#pragma once
#include "algorithms/alltoall/block_swap.hpp"

namespace hocket::alltoall {

// One swap alone; two segments are under way at a time.
inline double swap_time(const price& by, swap_terms with, double n)
{
    double segments = with.segments(n), go = with.waits(n) ? by(0) : 0, all = by(n);
    if (segments > 1) {
        double segment = double(with.segment), last = n - (segments - 1) * segment, one = by(segment);
        double next = by.one_port ? one : std::max(segment * by.per_byte, one / 2);
        all = by(last) + (segments - 1) * next;
    }
    return go + all;
}

// The time after which the next swap can follow, where a rank has `window` under way and `sharing` of them share an
// interface.
inline double swap_pace(const price& by, swap_terms with, double n, double window, double sharing)
{
    double alone = swap_time(by, with, n);
    if (by.one_port) return alone;
    double messages = with.messages(n), wire = n * std::max(by.per_byte, sharing * by.shared_per_byte);
    return std::max({alone / window, wire, 2 * messages * by.overhead(n / messages)});
}

// What may be lost with so many swaps of a node under way: each may overlap with the next one, unless that waits until
// its receiver is ready.
inline double swaps_lost(const problem& of, swap_terms with, double n, double swaps)
{
    double under_way = with.segments(n) > 1 ? std::min(n, 2.0 * double(with.segment)) : n;
    return of.lost(swaps * (with.waits(n) ? 1 : 2), under_way);
}

// So many of one rank.
inline double swaps_in_turn(const price& by, swap_terms with, double count, double n, double window, double sharing)
{
    double pace = swap_pace(by, with, n, window, sharing);
    return count == 0 ? 0 : (count - 1) * pace + std::max(pace, swap_time(by, with, n));
}

} // namespace hocket::alltoall

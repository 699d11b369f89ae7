// SPDX-License-Identifier: BSD-3-Clause
// Recursive doubling and halving, and the fold that makes any number of ranks a power of two for it.
#pragma once
#include <algorithm>
#include <bit>

namespace hocket {

struct block_range {
    int first = 0, last = 0; // [first, last)

    int count() const { return last - first; }
    bool has(int i) const { return first <= i && i < last; }
    friend bool operator==(const block_range&, const block_range&) = default;
};

// Each of the first 2 rem() ranks is paired with its neighbour: the even one hands over and idles, the odd one
// stands for both. Those left are numbered 0..core()-1 in rank order, so operators need not commute.
struct fold {
    int p;

    int core() const { return int(std::bit_floor(unsigned(p))); }
    int rem() const { return p - core(); }
    bool idle(int r) const { return r < 2 * rem() && r % 2 == 0; }
    int proxy(int r) const { return idle(r) ? r + 1 : r; }                    // who stands for r
    int guest(int r) const { return r < 2 * rem() && r % 2 ? r - 1 : -1; }    // whom else r stands for, or -1
    int virtual_of(int r) const { return r < 2 * rem() ? r / 2 : r - rem(); } // also of an idle rank's proxy
    int original(int v) const { return v < rem() ? 2 * v + 1 : v + rem(); }
    // So many ranks in a row, from a multiple of that on, meet one another alone up to the round of distance d.
    int set(int d) const { return rem() == 0 ? 2 * d : p; }
    // Ranks from one virtual rank to the next, at the mean.
    double spread() const { return 1 + double(rem()) / core(); }
    // The blocks of the ranks that a window of virtual ranks stands for: consecutive again.
    block_range blocks_of(block_range window) const { return {first_block(window.first), first_block(window.last)}; }

private:
    int first_block(int v) const { return v + std::min(v, rem()); }
};

// In the round of distance d = 1, 2, 4, ... virtual rank v meets partner(v, d). Doubling: before the round it has
// window(v, d), afterwards window(v, 2d). Halving goes through the same rounds backwards.
struct doubling {
    static int partner(int v, int d) { return v ^ d; }
    static block_range window(int v, int d) { return {v / d * d, v / d * d + d}; }
};

} // namespace hocket

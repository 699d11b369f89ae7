// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace hocket {

// Ranks that meet their left and their right neighbour in turn; even p. In round 0 a pair swaps its blocks; in each
// later one what is passed on is the pair of blocks that came last.
struct neighbor_exchange {
    int r, p;

    int rounds() const { return p / 2; }
    int peer(int t) const { return (r + (to_right(t) ? 1 : p - 1)) % p; }
    // The first of the two blocks that rank r has got by the end of round t.
    int pair(int t) const
    {
        int away = t % 2 ? p - (t + 1) : t; // the ranks of the other parity count backwards
        return (r - r % 2 + (r % 2 ? p - away : away)) % p;
    }

private:
    bool to_right(int t) const { return (r + t) % 2 == 0; }
};

} // namespace hocket

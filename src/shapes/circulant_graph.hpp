// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <bit>

namespace hocket {

// Circulant graph of p ranks and q = ceil(log2 p) skips, halved with rounding up: 1 = skip[0] < ... < skip[q] = p.
// Rank r has the neighbours r + skip[j] and r - skip[j], j < q. (Traeff)
struct circulant {
    int p;
    int q;
    std::array<int, 32> skip{};

    explicit circulant(int ranks) : p(ranks), q(std::bit_width(unsigned(ranks) - 1))
    {
        skip[q] = p;
        for (int j = q; j > 0; --j) skip[j - 1] = skip[j] / 2 + skip[j] % 2;
    }
    int ahead(int r, int j) const { return r < p - skip[j] ? r + skip[j] : r - (p - skip[j]); }
    int behind(int r, int j) const { return r < skip[j] ? r - skip[j] + p : r - skip[j]; }

    // Allgather in q rounds, p-1 blocks, any p: in round j rank r, which has the skip[j] blocks r, r+1, ... (mod p),
    // gets the next count(j) of them from ahead(r, j) and sends its own first count(j) to behind(r, j).
    int count(int j) const { return skip[j + 1] - skip[j]; }
};

} // namespace hocket

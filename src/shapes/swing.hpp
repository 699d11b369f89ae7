// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <span>

namespace hocket {

// Ranks that meet over distances 1, 1, 3, 5, 11, ... in turn to the right and to the left, so that a message goes only
// two thirds as far round a ring as in doubling. Any even p; odd ranks see the ring the other way round. Source: De
// Sensi et al. 2024.
struct swing {
    int p;

    int steps() const { return int(std::bit_width(unsigned(p) - 1)); }
    // 1, -1, 3, -5, ...: 1 - 2 + 4 - 8 ... of s + 1 terms.
    static std::int64_t offset(int s) { return (1 - (s % 2 ? 1 : -1) * (std::int64_t(2) << s)) / 3; }
    static double distance(int s) { return double(std::abs(offset(s))); }
    int peer(int r, int s) const { return ahead(r, int((offset(s) % p + p) % p)); }
    // b ranks on, as rank r sees it.
    int ahead(int r, int b) const { return r % 2 == 0 ? (r + b) % p : (r + p - b) % p; }

    // For each block its step, where a reduce-scatter goes through steps 0, 1, ...: rank r sends block ahead(r, b) in
    // step step[b], 0 < b < p. An allgather goes backwards, and receives it in that step. step has p entries; the
    // first, a rank's own block, becomes steps().
    void assign(std::span<int> step) const
    {
        for (auto& s : step) s = -1;
        step[0] = steps();
        for (int s = steps() - 1; s >= 0; --s)
            for (int b = 0, to = peer(0, s); b < p; ++b) {
                if (step[std::size_t(b)] <= s) continue;
                auto& reached = step[std::size_t((to + p - b) % p)];
                if (reached < 0) reached = s;
            }
    }
};

} // namespace hocket

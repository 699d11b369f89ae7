// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "shapes/doubling.hpp"
#include "shapes/tree.hpp"
#include <cstdint>

namespace hocket {

// Bine tree: binomial in the negabinary digits of the ranks. In step s = L-1 .. 0 who has the data sends to the rank
// whose low s+1 digits are the opposite, so messages go to both sides and only about two thirds as far around the
// ring. Over a power of two of ranks; of others the last ones are folded in as pairs, of which the higher rank hangs
// off the lower. Source: De Sensi et al. 2025.
struct bine_tree {
    int v, p;

    int parent() const
    {
        if (v == 0) return -1;
        if (pairs().idle(mirror(v))) return mirror(pairs().proxy(mirror(v)));
        return vertex(flipped(rounds()));
    }
    int degree() const { return is_guest() ? 0 : rounds() - (v > 0) + (guest() >= 0); }
    // The largest subtree first, the guest last.
    template <class F> void each_child(F f) const
    {
        if (is_guest()) return;
        for (int s = rounds() - (v > 0); s > 0; --s) f(vertex(flipped(s)));
        if (guest() >= 0) f(guest());
    }
    static int depth(int p)
    {
        fold pairs{p};
        return std::countr_zero(unsigned(pairs.core())) + (pairs.rem() > 0);
    }

private:
    // The fold leaves the higher ones of the first pairs; seen from the end, the lower ones of the last.
    fold pairs() const { return {p}; }
    int mirror(int r) const { return p - 1 - r; }
    bool is_guest() const { return pairs().idle(mirror(v)); }
    int guest() const
    {
        int g = pairs().guest(mirror(v));
        return g < 0 ? -1 : mirror(g);
    }

    // How many low digits are equal: all others are passed on the way from the root.
    int rounds() const
    {
        auto y = digits(), same = y & 1 ? ~y : y;
        return std::countr_zero(same | core());
    }
    std::uint32_t flipped(int low) const { return digits() ^ ((1u << low) - 1); }

    static constexpr std::uint32_t mask = 0xAAAAAAAA; // the digits of negative weight
    std::uint32_t core() const { return std::uint32_t(pairs().core()); }
    std::uint32_t digits() const
    {
        auto u = core() - 1 - std::uint32_t(pairs().virtual_of(mirror(v)));
        return ((u + mask) ^ mask) & (core() - 1);
    }
    int vertex(std::uint32_t digits) const
    {
        auto u = ((digits ^ mask) - mask) & (core() - 1);
        return mirror(pairs().original(int(core() - 1 - u)));
    }
};
static_assert(tree_shape<bine_tree>);

} // namespace hocket

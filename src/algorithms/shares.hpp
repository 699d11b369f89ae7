// SPDX-License-Identifier: BSD-3-Clause
// Blocks as a deal hands them out.
#pragma once
#include "algorithms/in_pieces.hpp"

namespace hocket {

// Rank `to`'s part of what `from` deals: of a vector the blocks of all others.
inline share share_of(const block_cut& by, int from, int to)
{
    auto own = by.length(from);
    return {by.offset(to) - (from < to ? own : 0), by.total() - own};
}

// This rank's parts of what all others deal, where hearing(from, share) awaits one. Deals are taken as they come, so
// that nobody's has to be put aside; messages, which may be long, come one after the other.
template <class Hearing> task hear_all(net on, block_cut by, Hearing hearing)
{
    auto dealt = on.together(on.size() - 1);
    auto part_of = [&](int from) { return share_of(by, from, on.rank()); };
    for (int from = on.next(); from != on.rank(); from = (from + 1) % on.size())
        if (on.deals(part_of(from))) dealt.add(hearing(from, part_of(from)));
    for (int from = on.next(); from != on.rank(); from = (from + 1) % on.size())
        if (!on.deals(part_of(from))) co_await op(on.port(), hearing(from, part_of(from)));
    co_await dealt;
}

// The blocks of all others, each in one piece: several are put together first.
inline task find_parts(net on, const block_places* all, std::span<bytes> parts)
{
    for (int rank = 0; rank < on.size(); ++rank) {
        auto& part = parts[std::size_t(rank)] = bytes();
        if (rank == on.rank()) continue;
        auto list = pieces_of(on, *all, rank, part);
        if (list.size() <= 1) continue;
        part = on.scratch(size_of(list));
        co_await copy_pieces(on, list, part, true);
    }
}

} // namespace hocket

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

// So many ranks are heard at a time. What is dealt is taken as it comes, so that nobody's has to be put aside;
// messages, which may be long, come one after the other.
inline int heard_at_once(net on, std::size_t vector)
{
    return on.deals(vector) ? on.size() - 1 : 1;
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

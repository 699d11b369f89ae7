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

// This rank's parts of what all others deal or tell, where part_of(from) is one of them and hearing(from, share) asks
// for it: they are taken as they come, so that nobody's has to be put aside. What is no deal is left to hear_apart(),
// in a task of its own that short calls do without.
template <class PartOf, class Hearing> round hear_dealt(net on, const PartOf& part_of, const Hearing& hearing)
{
    return {on, on.size() - 1, [&](round& all) {
                for (int from = on.next(); from != on.rank(); from = (from + 1) % on.size())
                    if (on.deals(part_of(from))) all.add(hearing(from, part_of(from)));
            }};
}
// Messages, which may be long, come one after the other.
template <class PartOf, class Hearing> task hear_apart(net on, PartOf part_of, Hearing hearing)
{
    for (int from = on.next(); from != on.rank(); from = (from + 1) % on.size())
        if (!on.deals(part_of(from))) co_await op(on.port(), hearing(from, part_of(from)));
}

inline task put_together(net on, pieces list, bytes& part)
{
    part = on.scratch(size_of(list));
    co_await copy_pieces(on, list, part, true);
}

// The blocks of all others that lie in one piece. False: some lie in several, and are to be put together.
inline bool find_parts(net on, const block_places& all, std::span<bytes> parts)
{
    bool found = true;
    for (int rank = 0; rank < on.size(); ++rank) {
        auto& part = parts[std::size_t(rank)] = bytes();
        if (rank != on.rank()) found &= all.pieces(rank, rank + 1, &part, 1) <= 1;
    }
    return found;
}
inline task put_parts_together(net on, const block_places& all, std::span<bytes> parts)
{
    for (int rank = 0; rank < on.size(); ++rank) {
        auto& part = parts[std::size_t(rank)];
        auto list = rank != on.rank() ? pieces_of(on, all, rank, part) : pieces();
        if (list.size() > 1) co_await put_together(on, list, part);
    }
}

// The bytes of a part up to which a deal with a list is one message, `most` at most (0: as many as may be), where
// tells(bytes) says what is; 0: there is none.
template <class Tells> std::size_t listed_limit(int ranks, std::size_t most, Tells tells)
{
    auto p = std::size_t(ranks);
    if (most == 0) most = 1 << 20;
    while (p > 1 && most > 0 && !tells(p * sizeof(list_entry) + (p - 1) * most)) most /= 2;
    return p > 1 ? most : 0;
}
inline std::size_t listed_limit(net on, std::size_t most)
{
    return listed_limit(on.size(), most, [&](std::size_t n) { return on.deals({0, n}); });
}
// Of `deals` such deals at once, of which a rank hears `heard`: blocks of n bytes are in them up to `most`, longer
// ones, and all where there is no such deal, go `apart`.
template <class Apart>
cost listed_cost(const problem& of, std::size_t most, double n, double deals, double heard, Apart apart)
{
    auto limit = listed_limit(of.ranks, most, [&](std::size_t length) { return of.tells(double(length)); });
    if (limit == 0) return apart();
    bool dealt = n <= double(limit);
    cost others = dealt ? cost{} : apart();
    double in_deal = dealt ? n : 0, whole = (of.ranks - 1) * in_deal + of.ranks * double(sizeof(list_entry));
    double time = others.finish + of.written(whole, heard, in_deal);
    return {time, time, others.messages + deals};
}

// Blocks by which of the two ways they go: over `most` bytes each pair sends its own, and others are dealt with a list.
class long_blocks final : public block_places {
public:
    long_blocks(const block_places* all, std::size_t most) : all_(all), most_(most) {}
    bool has(int rank) const { return all_->block_sizes::of(rank) > most_; }
    // The own one counts for nothing.
    bool has_any(net on) const
    {
        int rank = 0;
        while (rank < on.size() && (rank == on.rank() || !has(rank))) ++rank;
        return rank < on.size();
    }
    std::size_t of(int first, int last) const override
    {
        std::size_t n = 0;
        for (int rank = first; rank < last; ++rank) n += has(rank) ? all_->block_sizes::of(rank) : 0;
        return n;
    }
    int pieces(int first, int last, bytes* into, int room) const override
    {
        int found = 0;
        for (int rank = first; rank < last; ++rank)
            if (has(rank)) found += all_->pieces(rank, rank + 1, into + found, std::max(0, room - found));
        return found;
    }

private:
    const block_places* all_;
    std::size_t most_;
};

// The others, each in one piece behind the list of where they end, as the pieces of a deal.
inline task list_parts(net on, const block_places* all, const long_blocks& apart, std::span<bytes> parts)
{
    auto ends = on.ledger<list_entry>(on.size());
    std::size_t end = ends.size_bytes();
    parts[0] = std::as_writable_bytes(ends);
    for (int rank = 0; rank < on.size(); ++rank) {
        auto& part = parts[std::size_t(rank) + 1] = bytes();
        auto list = rank != on.rank() && !apart.has(rank) ? pieces_of(on, *all, rank, part) : pieces();
        if (list.size() > 1) co_await put_together(on, list, part);
        ends[std::size_t(rank)] = list_entry(end += part.size());
    }
}

} // namespace hocket

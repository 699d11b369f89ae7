// SPDX-License-Identifier: BSD-3-Clause
// Messages between one rank and pieces of memory at another.
#pragma once
#include "algorithms/algorithm.hpp"

namespace hocket {

using pieces = std::span<const bytes>;

// Pieces of at least so many bytes on average go as one message of several pieces; shorter ones through one buffer,
// since a library spends more on describing such a piece than on copying it.
constexpr std::size_t worth_a_piece = 512;

inline std::size_t size_of(pieces all)
{
    std::size_t n = 0;
    for (auto& p : all) n += p.size();
    return n;
}

inline bool goes_through_buffer(pieces all)
{
    return all.size() > 1 && size_of(all) / all.size() < worth_a_piece;
}

// Bytes from..from+n-1 of what the pieces hold together, as pieces. Returns how many; `into` has room for all.
inline int cut_pieces(pieces all, std::size_t from, std::size_t n, bytes* into)
{
    int count = 0;
    for (auto& p : all) {
        auto skip = std::min(from, p.size()), take = std::min(n, p.size() - skip);
        if (take > 0) into[count++] = p.subspan(skip, take);
        from -= skip;
        n -= take;
    }
    return count;
}

// Where the blocks of some ranks lie at the root, in memory of the operation.
inline pieces pieces_of(net on, const block_places& all, int first, int last)
{
    int n = all.pieces(first, last, nullptr, 0);
    auto list = on.ledger<bytes>(n);
    all.pieces(first, last, list.data(), n);
    return list;
}

// Those of one rank's block; a single one is put in `one`, which the list then points to.
inline pieces pieces_of(net on, const block_places& all, int rank, bytes& one)
{
    int n = all.pieces(rank, rank + 1, &one, 1);
    return n > 1 ? pieces_of(on, all, rank, rank + 1) : pieces{&one, std::size_t(n)};
}

// One end of a message whose receiver may have to say first that it is ready (`ready`).
struct message_end {
    int peer;
    bool receives, ready = false;
};

inline task move_whole(net on, message_end at, bytes data)
{
    if (at.receives && at.ready) {
        auto step = on.together(2);
        step.recv(at.peer, data).send(at.peer, bytes{});
        co_await step;
    } else if (at.receives) {
        co_await on.recv(at.peer, data);
    } else {
        if (at.ready) co_await on.recv(at.peer, bytes{});
        co_await on.send(at.peer, data);
    }
}

inline task move_list(net on, message_end at, pieces all)
{
    if (at.receives) {
        auto step = on.together(2);
        step.recv(at.peer, all);
        if (at.ready) step.send(at.peer, bytes{});
        co_await step;
    } else {
        if (at.ready) co_await on.recv(at.peer, bytes{});
        co_await on.send(at.peer, all);
    }
}

inline task copy_pieces(net on, pieces all, bytes plain, bool packing)
{
    for (auto& p : all) {
        auto part = plain.first(p.size());
        plain = plain.subspan(p.size());
        if (packing) co_await on.copy(part, p);
        else co_await on.copy(p, part);
    }
}

// One message, none if it is empty. `bounce` is room for it, or not: then some is taken. The list outlives the task.
inline task move_pieces(net on, message_end at, pieces all, bytes bounce = {})
{
    auto n = size_of(all);
    if (n == 0) co_return;
    if (all.size() == 1) {
        co_await move_whole(on, at, all[0]);
    } else if (!goes_through_buffer(all) || on.takes_pieces(at.peer, n)) {
        co_await move_list(on, at, all);
    } else {
        auto plain = bounce.size() < n ? on.scratch(n) : bounce.first(n);
        if (!at.receives) co_await copy_pieces(on, all, plain, true);
        co_await move_whole(on, at, plain);
        if (at.receives) co_await copy_pieces(on, all, plain, false);
    }
}

} // namespace hocket

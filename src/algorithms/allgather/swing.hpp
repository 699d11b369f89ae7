// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/allgather/strided.hpp"
#include "algorithms/piece_list.hpp"
#include "shapes/swing.hpp"

namespace hocket::allgather {

// Swing: partners at distances ..., 11, 5, 3, 1, 1 swap all blocks that the other one lacks. ceil(log2 p) rounds and
// (p-1)/p n beta, with messages two thirds as far round a ring as in doubling; even p. Blocks lie in place, apart, so
// each message has several pieces. De Sensi et al. 2024, reach sets instead of its closed form.
struct swing {
    static task run(swing, net on, blocks all)
    {
        hocket::swing ring{on.size()};
        if (on.size() == 1) co_return;
        auto step = on.ledger<int>(on.size());
        ring.assign(step);
        auto lists = on.ledger<bytes>(on.size());
        auto mine = lists.first(lists.size() / 2), theirs = lists.last(lists.size() / 2);
        for (int s = ring.steps() - 1; s >= 0; --s) {
            int peer = ring.peer(on.rank(), s);
            auto take = wanted(ring, step, s, on.rank(), all, mine), give = wanted(ring, step, s, peer, all, theirs);
            co_await swap_pieces(on, peer, give, peer, take);
        }
    }
    // Steps reach twice as many blocks until these meet.
    static cost declared(swing, const problem& of)
    {
        hocket::swing ring{of.ranks};
        double time = packing(of);
        int have = 1;
        for (int s = ring.steps() - 1; s >= 0; --s) {
            int more = std::min(have, of.ranks - have);
            time += of.exchange(more * of.block(), ring.distance(s));
            have += more;
        }
        return {time, time, double(ring.steps()) * of.ranks};
    }

private:
    // What `rank` gets in step s, by growing distance as an even rank sees it.
    static pieces wanted(hocket::swing ring, std::span<const int> step, int s, int rank, blocks all,
                         std::span<bytes> into)
    {
        piece_list list(into.data(), int(into.size()));
        for (int i = 1; i < ring.p; ++i) {
            int b = rank % 2 == 0 ? i : ring.p - i;
            if (step[std::size_t(b)] == s) list.add(all[ring.ahead(rank, b)]);
        }
        return into.first(std::size_t(list.count()));
    }
};

} // namespace hocket::allgather

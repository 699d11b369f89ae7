// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/block_copies.hpp"
#include <array>
#include <cmath>

namespace hocket::allgather {

// Circulant allgather (Traeff 2024): holding blocks r..r+have-1, a rank takes the next ones from rank r+have and
// gives its own first ones to rank r-have, with have doubling (rounded up to fit p). ceil(log2 p) rounds for any p
// and the least volume: ceil(log2 p) alpha + (p-1)/p n beta. A run of blocks that wraps round the end of the
// vector is put together in scratch, so that each round stays one message.
struct circulant {
    static task run(circulant, net on, blocks all)
    {
        int p = on.size(), me = on.rank();
        auto held = holdings_of(p);
        auto spare = held.steps ? on.scratch(2 * std::size_t(held.widest) * all.largest()) : bytes{};
        auto out = spare.first(spare.size() / 2), in = spare.last(spare.size() / 2);
        for (int i = 0; i < held.steps; ++i) {
            int have = held.after[i], more = held.after[i + 1] - have;
            auto first = all.around(me, more), next = all.around(on.next(have), more);
            auto give = one_piece(first) ? first.high : out.first(first.size());
            auto take = one_piece(next) ? next.high : in.first(next.size());
            if (!one_piece(first)) co_await gather_run(on, give, first);
            auto step = on.together(2);
            step.recv(on.next(have), take).send(on.prev(have), give);
            co_await step;
            if (!one_piece(next)) co_await spread_run(on, next, take);
        }
    }
    static cost declared(circulant, const problem& of)
    {
        auto held = holdings_of(of.ranks);
        double block = of.block(), time = 0;
        for (int i = 0; i < held.steps; ++i)
            time += of.exchange((held.after[i + 1] - held.after[i]) * block, held.after[i]);
        time += of.bytes * of.copy_per_byte; // the runs that wrap round: about half of the vector, into scratch and out
        return {time, time, double(held.steps) * of.ranks};
    }

private:
    struct growth {
        int steps = 0, widest = 0;
        std::array<int, 33> after{}; // blocks held after i rounds
    };
    static growth holdings_of(int p)
    {
        growth g;
        for (int h = p; h > 1; h = (h + 1) / 2) ++g.steps;
        for (int i = g.steps, h = p; i >= 0; --i, h = (h + 1) / 2) g.after[i] = h;
        for (int i = 0; i < g.steps; ++i) g.widest = std::max(g.widest, g.after[i + 1] - g.after[i]);
        return g;
    }
    static bool one_piece(const block_run& run) { return run.low.empty(); }
};

} // namespace hocket::allgather

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
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
        auto held = holdings(p);
        auto spare = held.steps ? on.scratch(2 * std::size_t(held.widest) * all.largest()) : bytes{};
        auto out = spare.first(spare.size() / 2), in = spare.last(spare.size() / 2);
        for (int i = 0; i < held.steps; ++i) {
            int have = held.after[i], more = held.after[i + 1] - have, from = (me + have) % p;
            bool cut_in = from + more > p, cut_out = me + more > p;
            auto give = cut_out ? gather(all, me, more, out) : all.range(me, me + more);
            auto take = cut_in ? in.first(length(all, from, more)) : all.range(from, from + more);
            auto step = on.together(2);
            step.recv(from, take).send(on.prev(have), give);
            co_await step;
            if (cut_in) spread(all, from, more, take);
        }
    }
    static cost declared(circulant, const problem& of)
    {
        auto held = holdings(of.ranks);
        double block = std::ceil(of.bytes / of.ranks), time = 0;
        for (int i = 0; i < held.steps; ++i) time += of.message((held.after[i + 1] - held.after[i]) * block);
        return {time, time, double(held.steps) * of.ranks};
    }

private:
    struct growth {
        int steps = 0, widest = 0;
        std::array<int, 33> after{}; // blocks held after i rounds
    };
    static growth holdings(int p)
    {
        growth g;
        for (int h = p; h > 1; h = (h + 1) / 2) ++g.steps;
        for (int i = g.steps, h = p; i >= 0; --i, h = (h + 1) / 2) g.after[i] = h;
        for (int i = 0; i < g.steps; ++i) g.widest = std::max(g.widest, g.after[i + 1] - g.after[i]);
        return g;
    }
    static std::size_t length(const blocks& all, int first, int n)
    {
        return all.range(first, all.count).size() + all.range(0, first + n - all.count).size();
    }
    static bytes gather(const blocks& all, int first, int n, bytes into)
    {
        auto high = all.range(first, all.count), low = all.range(0, first + n - all.count);
        std::ranges::copy(low, std::ranges::copy(high, into.begin()).out);
        return into.first(high.size() + low.size());
    }
    static void spread(const blocks& all, int first, int n, cbytes from)
    {
        auto high = all.range(first, all.count), low = all.range(0, first + n - all.count);
        std::ranges::copy(from.first(high.size()), high.begin());
        std::ranges::copy(from.last(low.size()), low.begin());
    }
};

} // namespace hocket::allgather

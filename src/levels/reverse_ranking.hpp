// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/allgather/strided.hpp"
#include "topology/layout.hpp"

namespace hocket::allgather {

// Recursive doubling over ranks counted across the nodes: first the first rank of each node, then the second of each,
// and so on. So the rounds between nodes are the first ones, with 1, 2, ... N/2 blocks, and the long messages of the
// last ones stay inside: a rank sends (N-1)/p n bytes to other nodes instead of nearly P times that. log2 p rounds and
// (p-1)/p n beta; other p as in recursive doubling. Nodes of different size keep the order of the ranks. MVAPICH2.
struct reverse_ranking {
    const layout* where = nullptr;

    static task run(reverse_ranking with, net on, blocks all)
    {
        fold folded{on.size()};
        int me = with.number(on.rank()), v = folded.virtual_of(me), guest = folded.guest(me);
        if (folded.idle(me)) {
            int proxy = with.rank(folded.proxy(me));
            co_await on.send(proxy, all[on.rank()]);
            co_await on.recv(proxy, all.all);
            co_return;
        }
        if (guest >= 0) co_await on.recv(with.rank(guest), all[with.rank(guest)]);
        auto lists = on.ledger<bytes>(2 * folded.blocks_of({0, (folded.core() + 1) / 2}).count());
        auto mine = lists.first(lists.size() / 2), theirs = lists.last(lists.size() / 2);
        for (int d = 1; d < folded.core(); d *= 2) {
            int partner = doubling::partner(v, d), peer = with.rank(folded.original(partner));
            auto give = with.list(all, folded.blocks_of(doubling::window(v, d)), mine);
            auto take = with.list(all, folded.blocks_of(doubling::window(partner, d)), theirs);
            co_await swap_pieces(on, peer, give, peer, take);
        }
        if (guest >= 0) co_await on.send(with.rank(guest), all.all);
    }
    static cost declared(reverse_ranking with, const problem& of)
    {
        fold folded{of.ranks};
        double block = of.block(), time = packing(of);
        for (int d = 1; d < folded.core(); d *= 2)
            time += of.exchange((d + std::min(d, folded.rem())) * block, with.distance(d));
        if (folded.rem() > 0) time += of.message(block) + of.message(of.bytes);
        return {time, time, folded.core() * std::log2(folded.core()) + 2.0 * folded.rem()};
    }

private:
    bool across() const { return where->regular(); }
    int number(int rank) const
    {
        return across() ? where->local_of(rank) * where->nodes() + where->node_of(rank) : rank;
    }
    int rank(int number) const
    {
        return across() ? where->member(number % where->nodes(), number / where->nodes()) : number;
    }
    // In the order of the ranks.
    double distance(int d) const
    {
        if (!across()) return d;
        return d < where->nodes() ? double(d) * where->largest() : double(d) / where->nodes();
    }
    pieces list(blocks all, block_range numbers, std::span<bytes> into) const
    {
        std::size_t count = 0;
        for (int i = numbers.first; i < numbers.last; ++i) into[count++] = all[rank(i)];
        return into.first(count);
    }
};

} // namespace hocket::allgather

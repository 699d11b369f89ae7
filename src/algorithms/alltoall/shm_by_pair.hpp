// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/alltoall/flat.hpp"
#include "algorithms/shares.hpp"

namespace hocket::alltoall {

// Everybody deals its blocks of at most `most` bytes with a list of where they end, where one message reaches all, as
// through memory that they share; longer ones go as `flat` has them. No rank knows what others exchange, but each pair
// whether its block is a long one: alpha + (p-1) m beta. After record 10.
struct shm_by_pair {
    std::size_t most = 16 << 10;

    static task run(shm_by_pair with, net on, exchanged_blocks data)
    {
        auto most = listed_limit(on, with.most);
        long_blocks out(data.out, most), in(data.in, most);
        exchanged_blocks apart{&out, &in, std::nullopt};
        if (most == 0) {
            co_await flat::run({}, on, data);
            co_return;
        }
        auto parts = on.ledger<bytes>(on.size() + 1);
        co_await list_parts(on, data.out, out, parts);
        auto dealt = on.deal(parts), heard = on.together(on.size() - 1);
        for (int from = on.next(); from != on.rank(); from = (from + 1) % on.size())
            heard.add(hearing(on, in.has(from) ? nullptr : data.in, from));
        if (out.has_any(on) || in.has_any(on)) co_await flat::run({}, on, apart);
        co_await heard;
        co_await dealt;
    }
    static cost declared(shm_by_pair with, const problem& of)
    {
        auto apart = [&] { return flat::declared({}, of); };
        return of.block() == 0 ? apart() : listed_cost(of, with.most, of.block(), of.ranks, of.ranks - 1, apart);
    }

private:
    // Of what is none of these only that it has been told.
    static request hearing(net on, const block_places* in, int from)
    {
        bytes one;
        auto list = in ? pieces_of(on, *in, from, one) : pieces();
        return list.size() <= 1 ? on.hearing_listed(from, one) : on.hearing_listed(from, list);
    }
};

} // namespace hocket::alltoall

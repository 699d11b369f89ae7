// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/shares.hpp"

namespace hocket::alltoall {

// Everybody deals its blocks: alpha + (p-1) m beta, where one message reaches all, as through memory that they share;
// elsewhere p-1 messages of each rank. Folklore.
struct shm {
    static task run(shm, net on, exchanged_blocks data)
    {
        int me = on.rank(), p = on.size();
        auto n = *data.each;
        if (p == 1 || n == 0) co_return;
        auto parts = on.ledger<bytes>(p);
        if (!find_parts(on, *data.out, parts)) co_await put_parts_together(on, *data.out, parts);
        auto dealt = on.deal(parts);
        auto hearing = [&](int from, share part) {
            bytes one;
            auto list = pieces_of(on, *data.in, from, one);
            return list.size() == 1 ? on.hearing(from, one, part) : on.hearing(from, list, part);
        };
        auto whole = n * std::size_t(p - 1);
        auto part_of = [=](int from) { return share{n * std::size_t(from < me ? me - 1 : me), whole}; };
        auto heard = hear_dealt(on, part_of, hearing);
        if (heard.count() < p - 1) co_await hear_apart(on, part_of, hearing);
        co_await heard;
        co_await dealt;
    }
    static cost declared(shm, const problem& of)
    {
        double others = of.ranks - 1, m = of.block();
        if (others == 0 || m == 0) return {};
        bool deals = of.tells(others * m);
        double time = deals ? of.dealt(others, m) : of.swaps(others, m, of.ranks);
        double near = of.near_of(others);
        // A long one waits for its receive, and there is one at a time, which the next may overlap with.
        double flows = m > of.network.eager_limit ? 2 : others - near;
        time += of.lost(of.per_node * flows, m);
        return {time, time, deals ? of.ranks : others * of.ranks};
    }
};

} // namespace hocket::alltoall

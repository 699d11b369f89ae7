// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/in_rank_order.hpp"
#include "algorithms/running_value.hpp"
#include "algorithms/shares.hpp"

namespace hocket::reduce_scatter {

// Everybody deals the blocks of its operand, and combines what it hears from the lowest rank to the highest: alpha +
// (p-1)/p n (beta + gamma), where one message reaches all, as through memory that they share; elsewhere p-1 messages of
// each rank. Folklore.
struct shm {
    static task run(shm, net on, scattered_operands data)
    {
        int me = on.rank(), p = on.size();
        auto n = data.result.size();
        in_rank_order all(me, data.range(me, me + 1), data.result, on.scratch(std::size_t(p - 1) * n));
        auto dealt = on.deal(others_blocks(on, data));
        auto hearing = [&](int from, share part) { return on.hearing(from, all.place_of(from), part); };
        auto part_of = [&](int from) { return share_of(data.cut, from, me); };
        auto heard = hear_dealt(on, part_of, hearing);
        if (heard.count() < p - 1) co_await hear_apart(on, part_of, hearing);
        co_await heard;
        co_await dealt;
        for (int rank = 1; rank < p; ++rank)
            co_await on.combine(all.into(rank), all.below(rank), all.operand(rank), *data.how);
        co_await settle_value(on, {all.below(p), data.result});
    }
    static cost declared(shm, const problem& of)
    {
        double others = of.ranks - 1, m = of.block();
        bool deals = of.tells(others * m);
        double time = deals ? of.dealt(others, m) : of.swaps(others, m, of.ranks);
        time += others * of.combining(m);
        return {time, time, deals ? of.ranks : others * of.ranks};
    }

private:
    static std::span<const bytes> others_blocks(net on, const scattered_operands& data)
    {
        auto parts = on.ledger<bytes>(on.size());
        for (int rank = 0; rank < on.size(); ++rank) {
            auto block = data.range(rank, rank + 1);
            parts[std::size_t(rank)] = {const_cast<std::byte*>(block.data()), block.size()}; // a sender only reads
        }
        parts[std::size_t(on.rank())] = {};
        return parts;
    }
};

} // namespace hocket::reduce_scatter

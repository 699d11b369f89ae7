// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/in_rank_order.hpp"
#include "algorithms/running_value.hpp"
#include "algorithms/shares.hpp"

namespace hocket::scan {

// Everybody tells everybody its operand, and combines those of the ranks up to its own, from the lowest on: alpha +
// (p-1) n (beta + gamma), where one message reaches all, as through memory that they share; elsewhere p-1 messages of
// each rank. What higher ranks tell is heard, but not read. Folklore.
template <bool inclusive> struct shm {
    static task run(shm, net on, operands data)
    {
        int me = on.rank();
        auto n = data.size();
        in_rank_order lower(me, data.mine, data.result, on.scratch(std::size_t(me) * n));
        share whole{0, n};
        auto unread = on.deals(whole) ? bytes{} : on.scratch(n);
        auto told = on.tell(data.mine);
        auto place_of = [&](int from) { return from < me ? lower.place_of(from) : unread; };
        auto hearing = [&](int from, share part) { return on.hearing(from, place_of(from), part); };
        auto part_of = [whole](int) { return whole; };
        auto heard = hear_dealt(on, part_of, hearing);
        if (heard.count() < on.size() - 1) co_await hear_apart(on, part_of, hearing);
        co_await heard;
        co_await told;
        co_await combine_lower(on, data, lower);
    }
    static cost declared(shm, const problem& of)
    {
        double others = of.ranks - 1, n = of.bytes;
        double time = of.tells(n) ? of.told(others, n) : of.swaps(others, n, of.ranks);
        double lower = inclusive ? others : others - 1; // to be combined; one alone is copied
        time += lower > 0 ? lower * of.combining(n) : others * n * of.copy_per_byte;
        return {time, time, of.tells(n) ? of.ranks : others * of.ranks};
    }

private:
    // Up to the highest of them that counts, whose sum has to lie where the result goes.
    static task combine_lower(net on, const operands& data, const in_rank_order& lower)
    {
        int me = on.rank(), end = inclusive ? me + 1 : me;
        if (end == 0) co_return;
        for (int rank = 1; rank < end; ++rank) {
            auto into = rank + 1 == end ? data.result : lower.into(rank);
            co_await on.combine(into, lower.below(rank), lower.operand(rank), *data.how);
        }
        if (end == 1) co_await settle_value(on, {lower.operand(0), data.result});
    }
};

} // namespace hocket::scan

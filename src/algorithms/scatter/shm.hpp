// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/shares.hpp"

namespace hocket::scatter {

// The root deals the blocks: alpha + (p-1) m beta, where one message reaches all, as through memory that they share;
// elsewhere p-1 messages. Folklore.
struct shm {
    static task run(shm, net on, rooted_blocks data)
    {
        int me = on.rank(), p = on.size();
        auto& sizes = *data.sizes;
        if (data.left) *data.left = {{me, me + 1}, {on.next(), on.next() + 1}};
        auto whole = sizes.of(1, p);
        if (whole == 0) co_return;
        if (me > 0) co_await on.hear(0, data.mine, {sizes.of(1, me), whole});
        if (me > 0) co_return;
        auto parts = on.ledger<bytes>(p);
        if (!find_parts(on, *data.places, parts)) co_await put_parts_together(on, *data.places, parts);
        co_await on.deal(parts);
    }
    static cost declared(shm, const problem& of)
    {
        double others = of.ranks - 1, m = std::ceil(of.bytes / of.ranks);
        if (others == 0 || m == 0) return {};
        bool deals = of.tells(others * m);
        double time = deals ? of.dealt(1, m) : of.several(others, m);
        return {time, time, deals ? 1 : others};
    }
};

} // namespace hocket::scatter

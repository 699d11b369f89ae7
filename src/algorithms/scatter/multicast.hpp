// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/scatter/knomial.hpp"

namespace hocket::scatter {

// The root sends all blocks in one message, the network copies it to all nodes, and each takes its own block: alpha +
// (p-1) m beta, for blocks so short that the latencies of a tree cost more than bytes that nobody needs. Elsewhere the
// binomial tree. Hoefler, Siebert, Rehm 2007.
struct multicast {
    static task run(multicast, net on, rooted_blocks data)
    {
        bool at_once = data.sizes && on.casts(data.sizes->of(1, on.size()));
        if (!at_once) return knomial::run({}, on, data);
        return taken_from_all(on, data);
    }
    static cost declared(multicast, const problem& of)
    {
        if (!of.casts()) return knomial::declared({}, of);
        double block = std::ceil(of.bytes / of.ranks), n = block * (of.ranks - 1);
        double time = of.cast(n) + n * of.copy_per_byte; // the blocks are put in a row at the root
        cost made{time, time, 1};
        made.held = n - block;
        return made;
    }

private:
    static task taken_from_all(net on, rooted_blocks data)
    {
        auto all = on.scratch(data.sizes->of(1, on.size()));
        if (data.left) *data.left = {{on.rank(), on.rank() + 1}, {on.next(), on.next() + 1}};
        if (on.rank() == 0) {
            auto lie = pieces_of(on, *data.places, 1, on.size());
            co_await copy_pieces(on, lie, all, true);
        }
        co_await on.multicast(all);
        if (on.rank() == 0 || data.mine.empty()) co_return;
        auto mine = all.subspan(data.sizes->of(1, on.rank()), data.mine.size());
        co_await on.copy(data.mine, mine);
    }
};

} // namespace hocket::scatter

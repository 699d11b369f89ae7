// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/barrier/knomial.hpp"

namespace hocket::barrier {

// The arrivals are gathered up a k-nomial tree, and one message that the network copies to all nodes lets everybody go:
// (k-1) ceil(log_k p) alpha and one more. Elsewhere knomial. Hoefler, Siebert, Rehm 2007.
struct multicast {
    int k = 4;

    static task run(multicast with, net on, nothing)
    {
        bool at_once = on.casts(0);
        if (!at_once) return knomial::run({with.k}, on, {});
        return released_at_once(with, on);
    }
    static cost declared(multicast with, const problem& of)
    {
        auto tree = knomial::declared({with.k}, of);
        if (!of.casts()) return tree;
        double time = tree.finish / 2 + of.cast(0);
        return {time, time, double(of.ranks)};
    }

private:
    static task released_at_once(multicast with, net on)
    {
        knomial_tree at{on.rank(), on.size(), with.k};
        int degree = at.degree(), parent = at.parent();
        co_await arrivals(on, at, degree);
        if (parent >= 0) co_await on.send(parent, cbytes{});
        co_await on.multicast(bytes{});
    }
};

} // namespace hocket::barrier

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/bcast/knomial.hpp"

namespace hocket::bcast {

// The root sends one message, and the network makes as many of it as there are nodes: alpha + n beta, and a report of
// those who have it. Elsewhere, as among ranks of one node, a binomial tree. Hoefler, Siebert, Rehm 2007.
struct multicast {
    static task run(multicast, net on, bytes data)
    {
        bool at_once = on.casts(data.size());
        if (!at_once) return knomial::run({}, on, data);
        return sent(on, data);
    }
    static cost declared(multicast, const problem& of)
    {
        if (!of.casts()) return knomial::declared({}, of);
        return {of.cast(of.bytes), of.cast(of.bytes), 1};
    }

private:
    static task sent(net on, bytes data) { co_await on.multicast(data); }
};

} // namespace hocket::bcast

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/bcast/knomial.hpp"

namespace hocket::bcast {

// The root sends one message, and the network makes as many of it as there are nodes: alpha + n beta. Elsewhere, as
// among ranks of one node, a binomial tree, whose cost is declared. Hoefler, Siebert, Rehm 2007.
struct multicast {
    static task run(multicast, net on, bytes data)
    {
        bool at_once = on.casts(data.size());
        if (!at_once) return knomial::run({}, on, data);
        return sent(on, data);
    }
    static cost declared(multicast, const problem& of) { return knomial::declared({}, of); }

private:
    static task sent(net on, bytes data) { co_await on.multicast(data); }
};

} // namespace hocket::bcast

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/alltoall/hop_price.hpp"
#include "algorithms/alltoall/hops.hpp"

namespace hocket::alltoall {

// Bruck with radix k: a block goes its distance digit by digit in base k, the highest first, so that the first messages
// are runs of the caller's blocks; digit j at weight w takes it from r to r + j w. ceil(log_k p) steps of up to k-1
// messages, of which `sends` leave at a time (0: all); (k-1)/k log_k p n beta, and about as much copied. For short
// blocks: k = 2 where a message is dear, about the root of p where bytes count too. Any p. Bruck, Ho, Kipnis, Upfal,
// Weathersby 1997.
struct bruck {
    int k = 2, sends = 1;

    static task run(bruck with, net on, exchanged_blocks data)
    {
        co_await hops::run(on, data, hop_weights::powers(on.size(), with.k), with.sends);
    }
    static cost declared(bruck with, const problem& of)
    {
        return cost_of_hops(of, hop_weights::powers(of.ranks, with.k), with.sends);
    }
};

} // namespace hocket::alltoall

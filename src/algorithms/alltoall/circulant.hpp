// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/alltoall/hop_price.hpp"
#include "algorithms/alltoall/hops.hpp"

namespace hocket::alltoall {

// Circulant alltoall: with s the distances that can be left, blocks that have at least s/2 (rounded up) before them go
// so far; what then is left is below s/2. The reduce_scatter of that graph, with blocks laid side by side instead of
// combined: ceil(log2 p) messages for any p, of about n/2 each, and as much copied. Traeff 2024.
struct circulant {
    static task run(circulant, net on, exchanged_blocks data)
    {
        co_await hops::run(on, data, hop_weights::halves(on.size()), 1);
    }
    static cost declared(circulant, const problem& of) { return cost_of_hops(of, hop_weights::halves(of.ranks), 1); }
};

} // namespace hocket::alltoall

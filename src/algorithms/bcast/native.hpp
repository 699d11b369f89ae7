// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"

namespace hocket::bcast {

// The library's own broadcast as a part of a larger one, for instance between the nodes, where a vendor's network
// may do it in hardware. No clock: its price is not ours to declare.
struct native {
    static constexpr bool is_native = true;
    static task run(native, net on, bytes data) { co_await on.native_bcast(data); }
    static cost declared(native, const problem&) { return {}; }
};

} // namespace hocket::bcast

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/cast_price.hpp"
#include "machine/machine.hpp"

namespace hocket {

inline cast_price cast_price_of(const machine& by)
{
    double report = by.network.latency_us + 2 * by.network.overhead(cast_price::letter);
    return {per_byte(by.multicast.GBps), by.multicast.packet_us, by.network.latency_us, report};
}

} // namespace hocket

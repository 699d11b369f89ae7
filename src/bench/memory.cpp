// SPDX-License-Identifier: BSD-3-Clause
#include "bench/memory.hpp"
#include "bench/clock.hpp"
#include <algorithm>
#include <bit>
#include <fstream>

namespace hocket::bench {

std::size_t last_level_cache()
{
    std::size_t largest = 0, size = 0;
    for (int index = 0; index < 8; ++index) {
        std::ifstream file("/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/size");
        char unit = 0;
        if (file >> size >> unit) largest = std::max(largest, size << (unit == 'M' ? 20 : unit == 'K' ? 10 : 0));
    }
    return largest > 0 ? largest : std::size_t(32) << 20;
}

rotation::rotation(const options& o)
{
    if (!o.rotating) return;
    constexpr std::size_t of_a_core = 4 << 20;
    reach_ = 2 * (last_level_cache() / std::size_t(on_node(MPI_COMM_WORLD).ranks)) + of_a_core;
}

void memory::make_room(std::size_t n)
{
    apart_ = (n + 2 * line - 1) / line * line;
    places_ = std::bit_floor(std::max<std::size_t>(by_.reach() / apart_, 1));
    if (all_.size() < places_ * apart_) all_.resize(places_ * apart_);
}

} // namespace hocket::bench

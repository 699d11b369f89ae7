// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace hocket {

// Packets of messages to all nodes that one of them misses: under one seed the same for the n-th message of a rank in a
// net, whatever the others do.
class loss_source {
public:
    loss_source() = default;
    loss_source(double probability, std::uint64_t seed) : probability_(probability), seed_(seed) {}

    struct missed {
        double packets = 0;
        double last = -1; // the last one's index
    };
    missed of(int sender, int context, std::uint32_t message, int receiver, double packets) const
    {
        missed all;
        if (probability_ <= 0) return all;
        std::seed_seq from{
            std::uint32_t(seed_),   std::uint32_t(seed_ >> 32), std::uint32_t(sender), std::uint32_t(context), message,
            std::uint32_t(receiver)};
        std::minstd_rand dice(from);
        std::geometric_distribution<std::int64_t> come(probability_); // before the next that does not
        for (double i = double(come(dice)); i < packets; i += 1 + double(come(dice))) all = {all.packets + 1, i};
        return all;
    }

private:
    double probability_ = 0; // 0: nothing is lost
    std::uint64_t seed_ = 0;
};

} // namespace hocket

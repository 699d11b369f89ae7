// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "machine/machine.hpp"
#include <cmath>
#include <cstdint>

namespace hocket {

// A machine's noise under one seed: the n-th message of a rank is delayed the same in every run and whatever the
// others do.
class noise_source {
public:
    noise_source() = default;
    noise_source(const machine_noise& kind, std::uint64_t seed) : kind_(kind), seed_(mix(seed)), on_(!kind.silent()) {}

    bool on() const { return on_; }
    double delay(int rank, std::uint32_t message) const // microseconds
    {
        auto h = mix(seed_ ^ (std::uint64_t(std::uint32_t(rank)) << 32 | message));
        double u = share(h);
        if (u < kind_.stall_probability) return exponential(h, kind_.stall_us);
        if (u < kind_.stall_probability + kind_.jitter_probability) return exponential(h, kind_.jitter_us);
        return 0;
    }

private:
    static std::uint64_t mix(std::uint64_t x) // splitmix64
    {
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull + 0x9e3779b97f4a7c15ull;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
        return x ^ (x >> 31);
    }
    static double share(std::uint64_t h) { return double(h >> 11) * 0x1p-53; } // [0, 1)
    static double exponential(std::uint64_t h, double mean) { return -mean * std::log1p(-share(mix(h))); }

    machine_noise kind_;
    std::uint64_t seed_ = 0;
    bool on_ = false;
};

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "base/result.hpp"
#include <cstdint>

namespace hocket::fit {

struct options {
    double seconds = 30; // of measuring
    std::uint32_t seed = 1; // of the order of measurements
    bool help = false;
};

extern const char* const usage;

result<options> parse(int argc, char** argv);

} // namespace hocket::fit

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <ctime>

namespace hocket {

// Nanoseconds since some moment, the same for all processes of a machine.
inline std::int64_t steady_ns()
{
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * std::int64_t{1'000'000'000} + now.tv_nsec;
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <chrono>

namespace hocket {

// In seconds, of five times, since whatever disturbs makes it longer; one before these is not counted. False: once()
// has said so.
template <class F> bool least_time(F once, double& seconds)
{
    using clock = std::chrono::steady_clock;
    constexpr int rounds = 5;
    for (int i = 0; i <= rounds; ++i) {
        auto begin = clock::now();
        if (!once()) return false;
        std::chrono::duration<double> took = clock::now() - begin;
        if (i > 0) seconds = std::min(i == 1 ? 1e9 : seconds, took.count());
    }
    return true;
}

} // namespace hocket

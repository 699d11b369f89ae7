// SPDX-License-Identifier: BSD-3-Clause
#include "bench/labour.hpp"
#include "bench/clock.hpp"
#include <algorithm>

namespace hocket::bench {

// Each step needs the one before it, so that no compiler shortens it.
void labour::compute(long steps)
{
    double x = state_;
    for (long i = 0; i < steps; ++i) x = x * 0.999999 + 1e-6;
    state_ = x;
}

labour::labour()
{
    constexpr long probe = 50'000;
    for (int i = 0; i < 9; ++i) {
        double since = now();
        compute(probe);
        per_second_ = std::max(per_second_, probe / (now() - since));
    }
}

} // namespace hocket::bench

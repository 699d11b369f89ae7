// SPDX-License-Identifier: BSD-3-Clause
// Racing: who cannot win any more at a size is not measured there again.
#pragma once
#include "bench/series.hpp"

namespace hocket::bench {

// Marks in `out` who leaves: not the best in the median of its rounds, and in each of them slower than the best of that
// round by a factor that shrinks as rounds are added. Native, the first variant, stays: ratios are to it. measured and
// out: [size * variants + variant]; those still in have as many rounds each. For rank 0, which has the times.
void leave_race(const std::vector<series>& measured, std::size_t variants, std::vector<char>& out);

// Marks all variants at a size, where the medians of all that are still in are known within such a part of them.
void leave_settled(const std::vector<series>& measured, std::size_t variants, double part, std::vector<char>& out);

// The factor after so many rounds.
double lost_at(std::size_t rounds);

} // namespace hocket::bench

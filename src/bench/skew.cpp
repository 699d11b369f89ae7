// SPDX-License-Identifier: BSD-3-Clause
#include "bench/skew.hpp"
#include <algorithm>
#include <cmath>

namespace hocket::bench {

skew::skew(const options& o, int rank, int ranks, std::size_t repeat)
    : name_(o.skew), seconds_(o.skew_us * 1e-6), rank_(rank), ranks_(ranks),
      dice_(o.seed + unsigned(repeat) * 2654435761u)
{
}

double skew::of(int rank, int late)
{
    if (name_ == "late") return rank == late ? seconds_ : 0;
    if (name_ == "ramp") return ranks_ > 1 ? seconds_ * rank / (ranks_ - 1) : 0;
    return -seconds_ * std::log((double(dice_()) + 0.5) / 4294967296.0);
}

arrival skew::next()
{
    arrival all;
    if (name_ == "none") return all;
    int late = int(dice_() % unsigned(ranks_));
    for (int r = 0; r < ranks_; ++r) {
        double at = of(r, late);
        if (r == rank_) all.mine = at;
        all.last = std::max(all.last, at);
    }
    return all;
}

} // namespace hocket::bench

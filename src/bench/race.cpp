// SPDX-License-Identifier: BSD-3-Clause
#include "bench/race.hpp"
#include <algorithm>

namespace hocket::bench {
namespace {

// The least ratio of any round.
double closest(const std::vector<double>& rounds, const std::vector<double>& best)
{
    double least = rounds[0] / std::max(best[0], 1e-9);
    for (std::size_t i = 1; i < std::min(rounds.size(), best.size()); ++i)
        least = std::min(least, rounds[i] / std::max(best[i], 1e-9));
    return least;
}

} // namespace

double lost_at(std::size_t rounds)
{
    if (rounds < 2) return 4;
    if (rounds < 3) return 1.5;
    return rounds < 5 ? 1.2 : 1.1;
}

void leave_race(const std::vector<series>& measured, std::size_t variants, std::vector<char>& out)
{
    for (std::size_t first = 0; first < measured.size(); first += variants) {
        std::size_t best = first;
        for (auto at = first; at < first + variants; ++at)
            if (!out[at] && median(measured[at].rounds()) < median(measured[best].rounds())) best = at;
        auto& least = measured[best].rounds();
        if (least.empty()) continue;
        for (auto at = first + 1; at < first + variants; ++at)
            if (!out[at] && closest(measured[at].rounds(), least) > lost_at(least.size())) out[at] = 1;
    }
}

void leave_settled(const std::vector<series>& measured, std::size_t variants, double part, std::vector<char>& out)
{
    for (std::size_t first = 0; first < measured.size(); first += variants) {
        bool all = true;
        for (auto at = first; at < first + variants; ++at) all &= out[at] || measured[at].within(part);
        if (all) std::fill_n(out.begin() + std::ptrdiff_t(first), variants, char(1));
    }
}

} // namespace hocket::bench

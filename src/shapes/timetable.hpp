// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <numeric>

namespace hocket {

// Everybody meets everybody once, two by two: the rounds of a tournament (a 1-factorisation). With M = n-1 for even n
// and n for odd n, i and j meet in round t where i + j = 2t mod M; whoever would meet itself meets n-1 instead, or is
// idle where n is odd. Every round is a perfect matching, so the rounds may come in any order: `order` k takes every
// k-th one, round after round (or the next k that has no factor in common with M).
class timetable {
public:
    static constexpr int nobody = -1;

    explicit timetable(int n, int order = 1) : n_(n), rounds_(n % 2 ? n : n - 1), stride_(order)
    {
        while (std::gcd(stride_, rounds_) != 1) ++stride_;
    }
    int players() const { return n_; }
    int rounds() const { return rounds_; }
    int partner(int i, int round) const
    {
        int t = int(std::int64_t(round) * stride_ % rounds_);
        if (n_ % 2 == 0 && i == n_ - 1) return t;
        if (i == t) return n_ % 2 == 0 ? n_ - 1 : nobody;
        int sum = 2 * t - i;
        return sum < 0 ? sum + rounds_ : sum % rounds_;
    }

private:
    int n_, rounds_, stride_;
};

// Those whom one player meets, in order.
class partners_in_turn {
public:
    partners_in_turn(const timetable& all, int me) : all_(all), me_(me) {}
    int count() const { return all_.players() - 1; }
    // nobody after the last one.
    int next()
    {
        while (round_ < all_.rounds()) {
            int i = all_.partner(me_, round_++);
            if (i != timetable::nobody) return i;
        }
        return timetable::nobody;
    }

private:
    timetable all_;
    int me_, round_ = 0;
};

} // namespace hocket

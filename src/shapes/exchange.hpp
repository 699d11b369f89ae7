// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "shapes/doubling.hpp"
#include <algorithm>
#include <cstdint>

namespace hocket {

// Radix-k exchange: in the round of weight 1, k, k^2, ... < core each virtual rank meets the k-1 others that differ
// from it in that base-k digit. Ranks beyond a power of k are folded in: neighbouring ranks form sets of k and the
// last of a set stands for all of it, so rank order is kept and operators need not commute.
class radix_exchange {
public:
    // k >= 2; more than p serves no purpose and counts as p.
    radix_exchange(int p, int k) : k_(std::min(k, std::max(2, p)))
    {
        while (std::int64_t(core_) * k_ <= p) core_ *= k_;
        rem_ = p - core_;
        folded_ = int(std::int64_t(rem_) * k_ / (k_ - 1));
    }

    int radix() const { return k_; }
    int core() const { return core_; }
    int rem() const { return rem_; }
    bool idle(int r) const { return r < folded_ && r % k_ != k_ - 1; }
    // Who stands for r. The last set may be short; then the rank behind it takes it.
    int proxy(int r) const { return idle(r) ? std::min(r / k_ * k_ + k_ - 1, folded_) : r; }
    int virtual_of(int r) const
    {
        r = proxy(r);
        return r < folded_ ? r / k_ : r - rem_;
    }
    int original(int v) const { return v < rem_ / (k_ - 1) ? v * k_ + k_ - 1 : v + rem_; }
    // The idle ranks, all in front of it, that surviving rank r stands for.
    block_range guests(int r) const { return {first_block(virtual_of(r)), r}; }
    // Ranks from one virtual rank to the next, at the mean.
    double spread() const { return 1 + double(rem_) / core_; }
    // So many ranks in a row, from a multiple of that on, meet one another alone up to the round of that weight.
    double set(double weight) const { return rem_ == 0 ? weight * k_ : core_ + rem_; }

    int digit(int v, int weight) const { return v / weight % k_; }
    int peer(int v, int weight, int digit_there) const { return v + (digit_there - digit(v, weight)) * weight; }
    // Virtual blocks that v has before the round; afterwards window(v, weight * radix()).
    block_range window(int v, int weight) const { return doubling::window(v, weight); }
    // The blocks of the ranks that a window of virtual ranks stands for: consecutive again.
    block_range blocks_of(block_range window) const { return {first_block(window.first), first_block(window.last)}; }

private:
    int first_block(int v) const { return v == 0 ? 0 : original(v - 1) + 1; }

    int k_, core_ = 1, rem_, folded_; // the first folded_ ranks are in sets
};

} // namespace hocket

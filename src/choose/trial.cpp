// SPDX-License-Identifier: BSD-3-Clause
#include "choose/trial.hpp"
#include <algorithm>

namespace hocket {

namespace {

// The finalizer of SplitMix64 (Steele, Lea, Flood 2014).
std::uint64_t mixed(std::uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

} // namespace

trial::trial(std::vector<bound_plan> all) : all_(std::move(all)), times_(all_.size())
{
    for (auto& of : times_) of.reserve(rounds);
}

// In another order in each round: programs have rhythms of their own.
std::size_t trial::next() const
{
    auto n = all_.size();
    if (!is_open() || is_due()) return winner_;
    auto round = (calls_ - begun_) / n, place = (calls_ - begun_) % n;
    auto order = mixed(begun_ + round + 1);
    auto step = order >> 32 & 1 ? place : n - place;
    return (order % n + step) % n;
}

void trial::took(std::int64_t time)
{
    if (!is_open() || is_due()) return void(++calls_);
    bool counts = (calls_ - begun_) / all_.size() >= warmup;
    if (counts) times_[next()].push_back(time);
    ++calls_;
}

std::vector<std::uint64_t> trial::medians() const
{
    std::vector<std::uint64_t> found;
    for (auto of : times_) {
        auto middle = of.begin() + std::ptrdiff_t(of.size() / 2);
        std::ranges::nth_element(of, middle);
        found.push_back(std::uint64_t(std::max<std::int64_t>(0, *middle)));
    }
    return found;
}

const bound_plan& trial::settle(const std::vector<std::uint64_t>& greatest)
{
    auto best = std::size_t(std::ranges::min_element(greatest) - greatest.begin());
    bool gains = double(greatest[best]) < (1 - least_gain) * double(greatest[winner_]);
    if (gains) winner_ = best;
    for (auto& of : times_) of.clear();
    begun_ = again * calls_;
    return all_[winner_];
}

} // namespace hocket

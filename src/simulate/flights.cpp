// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/flights.hpp"
#include <utility>

namespace hocket {

std::uint32_t flight_book::take()
{
    if (free_ == none) {
        flights_.emplace_back();
        return std::uint32_t(flights_.size() - 1);
    }
    auto i = std::exchange(free_, flights_[free_].next);
    flights_[i] = {};
    return i;
}

void flight_book::release(std::uint32_t i)
{
    flights_[i].next = std::exchange(free_, i);
}

flight_book::bucket& flight_book::bucket_of(int context, int from, int to)
{
    auto key =
        (std::uint64_t(std::uint32_t(from)) << 32 | std::uint32_t(to)) + std::uint64_t(context) * 0xD6E8FEB86659FD93ull;
    return buckets_[(key * 0x9E3779B97F4A7C15ull >> 32) & (buckets_.size() - 1)];
}

void flight_book::file(std::uint32_t i)
{
    if (++filed_ > buckets_.size()) grow();
    auto& f = flights_[i];
    auto& b = bucket_of(f.context, f.from, f.to);
    f.next = none;
    (b.tail == none ? b.head : flights_[b.tail].next) = i;
    b.tail = i;
}

std::uint32_t flight_book::claim(int context, int from, int to, bool sender)
{
    auto& b = bucket_of(context, from, to);
    for (auto before = none, i = b.head; i != none; before = i, i = flights_[i].next) {
        auto& f = flights_[i];
        if (f.context != context || f.from != from || f.to != to) continue;
        if (f.has_sender != sender) return none; // then all that is filed of this channel goes the same way
        (before == none ? b.head : flights_[before].next) = f.next;
        if (b.tail == i) b.tail = before;
        --filed_;
        return i;
    }
    return none;
}

void flight_book::grow()
{
    auto old = std::exchange(buckets_, std::vector<bucket>(4 * buckets_.size()));
    auto filed = std::exchange(filed_, 0);
    for (auto& b : old)
        for (auto i = b.head; i != none;) file(std::exchange(i, flights_[i].next));
    filed_ = filed;
}

void flight_book::clear()
{
    flights_.clear();
    buckets_.assign(buckets_.size(), {});
    free_ = none;
    filed_ = 0;
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// When some of many calls began and ended, evenly over all of them and in bounded room. Which calls these are follows
// from their numbers alone, so that ranks that call together keep the same ones.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace hocket {

// Nanoseconds on this node's clock.
struct interval {
    std::int64_t begin, end;
};

class call_sample {
public:
    static constexpr std::size_t room = 64;

    void add(const interval& one)
    {
        if ((seen_++ & (stride_ - 1)) != 0) return;
        if (used_ == room) thin();
        kept_[used_++] = one;
    }
    std::span<const interval> kept() const { return {kept_.data(), used_}; }
    // Every which call is kept: a power of two.
    std::uint64_t stride() const { return stride_; }

private:
    void thin()
    {
        for (std::size_t i = 0; i < room / 2; ++i) kept_[i] = kept_[2 * i];
        used_ = room / 2;
        stride_ *= 2;
    }

    std::uint64_t seen_ = 0, stride_ = 1;
    std::size_t used_ = 0;
    std::array<interval, room> kept_;
};

} // namespace hocket

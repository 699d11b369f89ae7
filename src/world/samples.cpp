// SPDX-License-Identifier: BSD-3-Clause
#include "world/samples.hpp"
#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

namespace hocket {
namespace {

constexpr std::size_t row = 256, step = 167, inverse = 23;
static_assert(step * inverse % row == 1);

// Every row is this cycle from some place on, so that it can be copied: byte by byte, samples were half of the time of
// a check.
constexpr auto cycle(std::byte flip)
{
    std::array<std::byte, 2 * row> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = std::byte(i * step % row) ^ flip;
    return all;
}

constexpr auto right_cycle = cycle(std::byte(0)), wrong_cycle = cycle(std::byte(0xFF));

} // namespace

void fill_samples(bytes block, std::size_t salt, bool right)
{
    auto& from = right ? right_cycle : wrong_cycle;
    for (std::size_t at = 0; at < block.size(); at += row) {
        auto first = salt + at / row * 13 + at / row / row * 7;
        std::memcpy(block.data() + at, from.data() + first * inverse % row, std::min(row, block.size() - at));
    }
}

std::size_t first_difference(cbytes a, cbytes b)
{
    assert(a.size() == b.size());
    if (a.empty() || !std::memcmp(a.data(), b.data(), a.size())) return a.size();
    return std::size_t(std::ranges::mismatch(a, b).in1 - a.begin());
}

} // namespace hocket

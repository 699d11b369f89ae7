// SPDX-License-Identifier: BSD-3-Clause
#include "world/bcast_trial.hpp"
#include <algorithm>
#include <functional>
#include <numeric>

namespace hocket {
namespace {

// Neighbouring bytes, equal places of neighbouring blocks and other roots' bytes all differ.
std::byte sample(int root, std::size_t at)
{
    return std::byte(at * 167 + at / 256 * 13 + at / 65536 * 7 + std::size_t(root) * 59 + 1);
}

} // namespace

std::optional<trouble> bcast_trial::run(const bcast_algorithm& how, int root, std::size_t n, order& by)
{
    prepare(root, n);
    auto body = [&](net on) { return how.start(on.rooted(root), buffers_[std::size_t(on.rank())]); };
    auto wrong = world_.run(by, body);
    if (wrong || by.gave_up()) return wrong;
    return verify();
}

void bcast_trial::prepare(int root, std::size_t n)
{
    right_.resize(n);
    wrong_.resize(n);
    for (std::size_t i = 0; i < n; ++i) wrong_[i] = ~(right_[i] = sample(root, i));
    memory_.clear();
    for (int r = 0; r < int(buffers_.size()); ++r) {
        auto& mine = buffers_[std::size_t(r)] = memory_.take(n);
        std::ranges::copy(r == root ? right_ : wrong_, mine.begin());
    }
}

std::optional<trouble> bcast_trial::verify() const
{
    for (std::size_t r = 0; r < buffers_.size(); ++r) {
        auto first = std::ranges::mismatch(buffers_[r], right_).in1 - buffers_[r].begin();
        if (first == std::ptrdiff_t(right_.size())) continue;
        auto bad = std::inner_product(right_.begin(), right_.end(), buffers_[r].begin(), 0L, std::plus<>(),
                                      [](std::byte a, std::byte b) { return long(a != b); });
        return trouble{"data", "rank " + std::to_string(r) + " has " + std::to_string(bad) + " of " +
                                   std::to_string(right_.size()) + " bytes wrong, first byte " + std::to_string(first)};
    }
    if (!memory_.intact()) return trouble{"guard", "written outside of a buffer"};
    return {};
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#include "world/bcast_trial.hpp"
#include "world/samples.hpp"
#include <algorithm>
#include <functional>
#include <numeric>

namespace hocket {

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
    auto salt = std::size_t(root) * 59 + 1; // the bytes of other roots differ
    fill_samples(right_, salt);
    fill_samples(wrong_, salt, false);
    memory_.clear();
    for (int r = 0; r < int(buffers_.size()); ++r) {
        auto& mine = buffers_[std::size_t(r)] = memory_.take(n);
        std::ranges::copy(r == root ? right_ : wrong_, mine.begin());
    }
}

std::optional<trouble> bcast_trial::verify() const
{
    for (std::size_t r = 0; r < buffers_.size(); ++r) {
        auto first = first_difference(buffers_[r], right_);
        if (first == right_.size()) continue;
        auto bad = std::inner_product(right_.begin(), right_.end(), buffers_[r].begin(), 0L, std::plus<>(),
                                      [](std::byte a, std::byte b) { return long(a != b); });
        return trouble{"data", "rank " + std::to_string(r) + " has " + std::to_string(bad) + " of " +
                                   std::to_string(right_.size()) + " bytes wrong, first byte " + std::to_string(first)};
    }
    if (!memory_.intact()) return trouble{"guard", "written outside of a buffer"};
    return {};
}

} // namespace hocket

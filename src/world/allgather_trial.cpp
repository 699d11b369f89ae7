// SPDX-License-Identifier: BSD-3-Clause
#include "world/allgather_trial.hpp"
#include "world/block_counts.hpp"
#include "world/samples.hpp"
#include <algorithm>

namespace hocket {

allgather_trial::allgather_trial(std::string_view collective, int ranks, unsigned seed)
    : equal_(collective == "allgather"), seed_(seed), world_(ranks, {.watch_buffers = true}), at_(std::size_t(ranks))
{
}

std::optional<trouble> allgather_trial::run(const allgather_algorithm& how, const check_case& c, order& by)
{
    prepare(c);
    auto cut =
        equal_ ? block_cut(right_.size(), world_.ranks(), std::max<std::size_t>(1, c.bytes)) : block_cut(offsets_);
    auto wrong = world_.run(by, [&](net on) { return how.start(on, {at_[std::size_t(on.rank())], cut}); });
    if (wrong || by.gave_up()) return wrong;
    for (std::size_t r = 0; r < at_.size(); ++r) {
        auto first = first_difference(at_[r], right_);
        if (first < right_.size())
            return trouble{"data", "rank " + std::to_string(r) + " has a wrong byte " + std::to_string(first) + " of " +
                                       std::to_string(right_.size())};
    }
    if (!memory_.intact()) return trouble{"guard", "written outside of a buffer"};
    return {};
}

void allgather_trial::prepare(const check_case& c)
{
    int p = world_.ranks();
    auto mean = equal_ ? c.bytes : c.bytes / std::size_t(p);
    offsets_.assign(1, 0);
    for (auto n : counts_by_name(equal_ ? "" : c.counts, p, 0, mean, seed_)) offsets_.push_back(offsets_.back() + n);
    right_.resize(offsets_.back());
    fill_samples(right_, 1);
    memory_.clear();
    for (std::size_t r = 0; r < at_.size(); ++r) {
        at_[r] = memory_.take(right_.size());
        fill_samples(at_[r], 1, false);
        std::copy(right_.begin() + std::ptrdiff_t(offsets_[r]), right_.begin() + std::ptrdiff_t(offsets_[r + 1]),
                  at_[r].begin() + std::ptrdiff_t(offsets_[r]));
    }
}

} // namespace hocket

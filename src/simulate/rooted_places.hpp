// SPDX-License-Identifier: BSD-3-Clause
// The blocks of a gather or scatter: in the root's memory one behind the other, in the order of the communicator's
// ranks.
#pragma once
#include "algorithms/rooted_blocks.hpp"
#include "shapes/distributions.hpp"
#include "simulate/job.hpp"

namespace hocket {

class rank_blocks {
public:
    rank_blocks(const collective_job& of, int ranks) : each_(of.bytes), ranks_(ranks)
    {
        if (of.counts == "equal") return;
        before_.push_back(0);
        for (auto n : distributed(of.counts, ranks, of.bytes, of.seed)) before_.push_back(before_.back() + n);
    }
    int ranks() const { return ranks_; }
    std::size_t before(int rank) const
    {
        return before_.empty() ? each_ * std::size_t(rank) : before_[std::size_t(rank)];
    }
    std::size_t of(int rank) const { return before(rank + 1) - before(rank); }
    std::size_t total() const { return before(ranks_); }

private:
    std::size_t each_;
    int ranks_;
    std::vector<std::size_t> before_; // empty where all are equal
};

// In the numbering of a net in which the root is rank 0: ranks in a row lie in two pieces where they pass the last
// rank.
class rooted_places final : public block_places {
public:
    rooted_places(const rank_blocks& all, bytes memory, int root) : all_(&all), memory_(memory), root_(root) {}
    std::size_t of(int first, int last) const override
    {
        std::size_t n = 0;
        each_run(first, last, [&](bytes run) { n += run.size(); });
        return n;
    }
    int pieces(int first, int last, bytes* into, int room) const override
    {
        int found = 0;
        each_run(first, last, [&](bytes run) {
            if (run.empty()) return;
            if (found < room) into[found] = run;
            ++found;
        });
        return found;
    }

private:
    template <class F> void each_run(int first, int last, F f) const
    {
        int p = all_->ranks(), from = first + root_, to = last + root_;
        if (from < p) f(run(from, std::min(to, p)));
        if (to > p) f(run(std::max(from, p) - p, to - p));
    }
    bytes run(int first, int last) const
    {
        auto from = all_->before(first);
        return memory_.subspan(from, all_->before(last) - from);
    }

    const rank_blocks* all_;
    bytes memory_;
    int root_;
};

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// Which block a rank receives in each round of the n-block broadcast on the circulant graph, found in O(log p) without
// knowing any other rank's schedule. Source: J. L. Traeff, round-optimal n-block broadcast schedules.
#pragma once
#include "shapes/circulant_graph.hpp"
#include <cstdint>

namespace hocket {

// The skip index with which the greedy sum of skips for r ends; q for the root. It is the first block r gets.
inline int baseblock(const circulant& graph, int r)
{
    int last = graph.q;
    for (int j = graph.q - 1; j >= 0 && r > 0; --j)
        if (r >= graph.skip[j]) {
            r -= graph.skip[j];
            last = j;
        }
    return last;
}

// Walks through sums of different skips, the largest first, and accepts for each round the largest sum that a block
// can have travelled by then.
class receive_search {
public:
    receive_search(const circulant& graph, int r)
        : graph_(graph), target_(std::int64_t(r) + graph.p), last_(2 * std::int64_t(graph.p)),
          baseblock_(baseblock(graph, r))
    {
        for (int e = 0; e <= graph.q; ++e) below(e) = e - 1, above(e) = e + 1;
        below(end) = graph.q;
        above(graph.q) = end;
        unlink(baseblock_);
        search(0, graph.q, 0);
    }

    // Entry j: the block received in round j of a phase of q rounds; q more in each later phase. A negative one is
    // not yet there in the first.
    std::array<int, 32> schedule() const
    {
        auto blocks = found_;
        for (int j = 0; j < graph_.q; ++j) blocks[j] = found_[j] == graph_.q ? baseblock_ : found_[j] - graph_.q;
        return blocks;
    }

private:
    static constexpr int end = -1;
    int& below(int e) { return below_[e + 1]; }
    int& above(int e) { return above_[e + 1]; }
    // The links of what is unlinked stay readable: a search may stand on it.
    void unlink(int e)
    {
        below(above(e)) = below(e);
        above(below(e)) = above(e);
    }

    // Extends the sum by skips from e downwards; returns the first round still open.
    int search(std::int64_t sum, int e, int round)
    {
        for (; e != end && round < graph_.q; e = below(e)) {
            auto with = sum + graph_.skip[e];
            if (with > target_ - graph_.skip[round] || with >= last_) continue;
            if (with <= target_ - graph_.skip[round + 1]) {
                round = search(with, e, round);
                if (round == graph_.q) return round;
            }
            if (sum > target_ - graph_.skip[round + 1]) return round;
            last_ = with;
            found_[round++] = e;
            unlink(e);
        }
        return round;
    }

    const circulant& graph_;
    std::int64_t target_, last_;
    int baseblock_;
    std::array<int, 34> below_{}, above_{}; // the skip indices not yet used, in order; entry 0 is `end`
    std::array<int, 32> found_{};
};

} // namespace hocket

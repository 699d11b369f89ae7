// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
#include "world/rooted_case.hpp"
#include "world/world.hpp"

namespace hocket {

// Gathers and scatters on virtual ranks, each held against the definition: afterwards every block is where it belongs,
// at the root and at its rank, and nothing else has changed, neither in the holes between blocks nor around buffers.
// Where a rank has other bytes than the root expects, the algorithm has to say so and to name the rank.
class rooted_trial {
public:
    explicit rooted_trial(int ranks)
        : world_(ranks, {.watch_buffers = true, .unequal_last = true}), mine_(std::size_t(ranks))
    {
    }

    std::optional<trouble> run(const algorithm<rooted_blocks>& how, const rooted_case& c, order& by);
    // The most scratch that a rank, but for the root, had in the last run, in bytes.
    std::size_t most_scratch() const;

private:
    void prepare(const rooted_case& c);
    void prepare_root(const rooted_case& c);
    std::optional<trouble> verify(const rooted_case& c) const;
    std::optional<trouble> verify_root(const rooted_case& c) const;

    world world_;
    guarded_arena memory_;
    int root_ = 0;
    std::vector<bytes> mine_;      // by rank; the root's is empty
    bytes at_root_;
    std::vector<std::byte> right_; // what lies there in the end
};

} // namespace hocket

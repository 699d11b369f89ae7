// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
#include "world/world.hpp"

namespace hocket {

// Broadcasts on virtual ranks, each held against the definition: afterwards every rank has the root's bytes, the
// root too, and nothing around the buffers has changed.
class bcast_trial {
public:
    explicit bcast_trial(int ranks) : world_(ranks, {.watch_buffers = true}), buffers_(std::size_t(ranks)) {}

    std::optional<trouble> run(const bcast_algorithm& how, int root, std::size_t n, order& by);

private:
    void prepare(int root, std::size_t n);
    std::optional<trouble> verify() const;

    world world_;
    guarded_arena memory_;
    std::vector<bytes> buffers_;      // by rank
    std::vector<std::byte> right_, wrong_; // the root's bytes, and others everywhere
};

} // namespace hocket

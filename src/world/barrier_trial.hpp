// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
#include "world/world.hpp"

namespace hocket {

// Barriers on virtual ranks: all ranks end, and nobody goes on while one rank has not come.
class barrier_trial {
public:
    explicit barrier_trial(int ranks) : world_(ranks) {}

    std::optional<trouble> run(const barrier_algorithm& how, int late, order& by);

private:
    std::optional<trouble> run_without(const barrier_algorithm& how, int late);

    world world_;
    int left_ = 0; // ranks that have gone on
};

} // namespace hocket

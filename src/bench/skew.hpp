// SPDX-License-Identifier: BSD-3-Clause
// Ranks that do not arrive together, as those of programs do not.
#pragma once
#include "bench/options.hpp"
#include <random>

namespace hocket::bench {

// Seconds after the common start.
struct arrival {
    double mine = 0, last = 0; // of this rank, of the last one
};

//   none            all at the start
//   late:US         one rank, drawn for each call, so much later
//   ramp:US         evenly spread over so much, in the order of ranks
//   random:US       after exponentially distributed times of this mean
class skew {
public:
    // `repeat` tells measurements apart: those of the variants at one size in one round are alike.
    skew(const options& o, int rank, int ranks, std::size_t repeat);
    arrival next();

private:
    double of(int rank, int late);

    std::string name_;
    double seconds_;
    int rank_, ranks_;
    std::mt19937 dice_; // the same on every rank
};

} // namespace hocket::bench

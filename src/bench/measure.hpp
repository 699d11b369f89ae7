// SPDX-License-Identifier: BSD-3-Clause
// Times calls of one variant, and checks once that it moves the right bytes.
#pragma once
#include "bench/clock.hpp"
#include "bench/exercise.hpp"
#include "bench/variant.hpp"
#include <vector>

namespace hocket::bench {

// Microseconds, one element per measured call; filled on rank 0 only.
struct samples {
    std::vector<double> slowest, average, root;
};

class stopwatch {
public:
    stopwatch(const options& o, common_start& start, MPI_Comm all);

    samples measure(const variant& v, std::size_t bytes, int calls);
    // The time of one call, in microseconds; the same on every rank.
    double probe(const variant& v, std::size_t bytes);
    // True on every rank if every rank got every byte.
    bool verify(const variant& v, std::size_t bytes);

private:
    void gather(std::vector<double> mine, samples& into) const;
    void leave_out(std::vector<double>& missed, samples& from) const;

    const options& o_;
    common_start& start_;
    MPI_Comm all_;
    int rank_ = 0, ranks_ = 0;
    std::unique_ptr<exercise> work_;
};

double median(std::vector<double> of);

} // namespace hocket::bench

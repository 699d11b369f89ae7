// SPDX-License-Identifier: BSD-3-Clause
// What no library has: a collective whose time is known. It measures the benchmark.
#pragma once
#include "bench/clock.hpp"
#include "bench/exercise.hpp"
#include <cstdlib>

namespace hocket::bench {

// Rank r of p is busy for (r + 1) / p of as many nanoseconds as there are bytes, longer by the factor of a SPEC like
// x1.05. Nobody waits for anybody.
class wait_exercise : public exercise {
public:
    using exercise::exercise;

    void resize(std::size_t n) override { n_ = n; }
    void take(const variant& v) override
    {
        double factor = v.spec()[0] == 'x' ? std::atof(v.spec().c_str() + 1) : 1;
        seconds_ = double(n_) * 1e-9 * (rank_ + 1) / ranks_ * factor;
    }
    void call(form&, MPI_Comm) override { reach(now() + seconds_); }
    void fill() override {}
    bool right() override { return true; }

private:
    double seconds_ = 0;
    std::size_t n_ = 0;
};

} // namespace hocket::bench

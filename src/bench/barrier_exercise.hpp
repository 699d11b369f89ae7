// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "bench/exercise.hpp"

namespace hocket::bench {

// There are no data to check, but nobody may leave before the last has come: seen where all ranks have one clock.
class barrier_exercise : public exercise {
public:
    explicit barrier_exercise(const options& o);

    void resize(std::size_t) override {}
    void call(form& by, MPI_Comm on) override { by(MPI_Barrier, MPI_Ibarrier, MPI_Barrier_init, on); }
    void fill() override; // a rank comes late, each in its turn
    bool right() override;

private:
    bool one_clock_ = false;
    double came_ = 0;
    int late_ = 0;
};

} // namespace hocket::bench

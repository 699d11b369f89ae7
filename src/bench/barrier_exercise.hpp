// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "bench/exercise.hpp"

namespace hocket::bench {

// There are no data to check.
class barrier_exercise : public exercise {
public:
    using exercise::exercise;

    void resize(std::size_t) override {}
    void call(form& by, MPI_Comm on) override { by(MPI_Barrier, MPI_Ibarrier, MPI_Barrier_init, on); }
    void fill() override {}
    bool right() override { return true; }
};

} // namespace hocket::bench

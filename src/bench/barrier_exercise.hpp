// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "bench/exercise.hpp"

namespace hocket::bench {

// There are no data to check.
class barrier_exercise : public exercise {
public:
    void resize(std::size_t) override {}
    void call(MPI_Comm on) override { MPI_Barrier(on); }
    void fill() override {}
    bool right() const override { return true; }
};

} // namespace hocket::bench

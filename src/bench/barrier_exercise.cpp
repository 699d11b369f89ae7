// SPDX-License-Identifier: BSD-3-Clause
#include "bench/barrier_exercise.hpp"
#include "bench/clock.hpp"
#include <chrono>
#include <thread>

namespace hocket::bench {

// As world_clock has it: equal names do not make one host of two containers.
barrier_exercise::barrier_exercise(const options& o) : exercise(o), one_clock_(on_node(MPI_COMM_WORLD).ranks == ranks_)
{
}

void barrier_exercise::fill()
{
    late_ = (late_ + 1) % ranks_;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank_ == late_) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    came_ = now();
}

bool barrier_exercise::right()
{
    double left = now(), last = came_;
    MPI_Allreduce(MPI_IN_PLACE, &last, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return !one_clock_ || left >= last;
}

} // namespace hocket::bench

// SPDX-License-Identifier: BSD-3-Clause
#include "bench/barrier_exercise.hpp"
#include "bench/clock.hpp"
#include <algorithm>
#include <chrono>
#include <thread>

namespace hocket::bench {
namespace {

bool on_one_host(MPI_Comm all)
{
    constexpr std::size_t room = MPI_MAX_PROCESSOR_NAME;
    char mine[room] = {}, first[room] = {};
    int length = 0;
    MPI_Get_processor_name(mine, &length);
    std::ranges::copy(mine, first);
    MPI_Bcast(first, int(room), MPI_CHAR, 0, all);
    int same = std::ranges::equal(mine, first);
    MPI_Allreduce(MPI_IN_PLACE, &same, 1, MPI_INT, MPI_MIN, all);
    return same;
}

} // namespace

barrier_exercise::barrier_exercise(const options& o) : exercise(o), one_clock_(on_one_host(MPI_COMM_WORLD)) {}

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

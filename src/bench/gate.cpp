// SPDX-License-Identifier: BSD-3-Clause
#include "bench/gate.hpp"
#include "bench/clock.hpp"
#include <algorithm>
#include <sched.h>

namespace hocket::bench {
namespace {

// A message of before the gate may still need this rank, but what is done for the library here is part of no time, and
// in a crowd a look at MPI may send it to sleep for longer than what is to be measured: only after so many seconds.
constexpr double in_vain = 200e-6, in_vain_in_a_crowd = 2e-3;
// For so long a rank that has a processor to itself waits without a call of the kernel's.
constexpr double soon = 50e-6;
constexpr int nobodys_tag = 32767;

bool all_say(bool mine, MPI_Comm all)
{
    int one = mine, every = 0;
    MPI_Allreduce(&one, &every, 1, MPI_INT, MPI_MIN, all);
    return every;
}

} // namespace

gate::gate(MPI_Comm all, bool crowded) : all_(all), crowded_(crowded)
{
    MPI_Comm node;
    int here = 0, ranks = 0;
    MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &here);
    MPI_Comm_free(&node);
    MPI_Comm_size(all, &ranks);
    MPI_Comm_rank(all, &rank_);
    works_ = all_say(here == ranks, all) && share(rank_, ranks);
}

// The first rank's, which is all zero at first.
bool gate::share(int rank, int ranks)
{
    auto size = std::size_t(ranks) * sizeof(post);
    auto keep = [this](result<segment> found) {
        if (found) memory_.emplace(std::move(*found));
    };
    segment::door door;
    if (rank == 0) keep(segment::create(size));
    if (memory_) door = memory_->open_door();
    MPI_Bcast(&door, sizeof door, MPI_BYTE, 0, all_);
    if (rank > 0 && door.descriptor >= 0) keep(segment::attach(door, size));
    bool all_have = all_say(memory_.has_value(), all_);
    if (memory_) memory_->close_door();
    if (all_have) posts_ = {reinterpret_cast<post*>(memory_->memory()), std::size_t(ranks)};
    return all_have;
}

void gate::make_progress() const
{
    int any = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, nobodys_tag, all_, &any, MPI_STATUS_IGNORE);
}

void gate::wait_for(const post& other, double since) const
{
    while (other.arrived.load(std::memory_order_acquire) < passed_) {
        double waited = now() - since;
        if (waited > (crowded_ ? in_vain_in_a_crowd : in_vain)) make_progress();
        if (crowded_ || waited > soon) sched_yield();
    }
}

gate::words gate::pass(const words& mine)
{
    auto& own = posts_[std::size_t(rank_)];
    own.brought[++passed_ % 2] = mine;
    own.arrived.store(passed_, std::memory_order_release);
    auto greatest = mine;
    double since = now();
    for (auto& other : posts_) {
        wait_for(other, since);
        for (std::size_t i = 0; i < mine.size(); ++i)
            greatest[i] = std::max(greatest[i], other.brought[passed_ % 2][i]);
    }
    return greatest;
}

} // namespace hocket::bench

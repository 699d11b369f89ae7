// SPDX-License-Identifier: BSD-3-Clause
#include "bench/clock.hpp"
#include <algorithm>
#include <ctime>
#include <sched.h>

namespace hocket::bench {

double now()
{
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return double(t.tv_sec) + double(t.tv_nsec) * 1e-9;
}

crowd on_node(MPI_Comm all)
{
    MPI_Comm node;
    crowd here{};
    MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &here.ranks);
    // Launchers may have bound each rank to a core of its own.
    cpu_set_t mine, any;
    CPU_ZERO(&mine);
    sched_getaffinity(0, sizeof mine, &mine);
    MPI_Allreduce(&mine, &any, sizeof mine, MPI_BYTE, MPI_BOR, node);
    here.cores = CPU_COUNT(&any);
    MPI_Comm_free(&node);
    return here;
}

// Ranks that share cores leave a barrier one after the other. Counted from each one's own start, a broadcast would take
// nothing at all where the root happens to run first, and ten times as long where it happens to run last.
common_start::common_start(const options& o, MPI_Comm all) : all_(all), clock_(o, all), skewed_(o.skew != "none")
{
    auto here = on_node(all);
    int enough = here.ranks <= here.cores, everywhere = 0;
    MPI_Allreduce(&enough, &everywhere, 1, MPI_INT, MPI_MIN, all);
    if (o.start == "window" || (o.start == "auto" && everywhere)) window_ = least_ = o.window_us * 1e-6;
    first_ = o.start == "first" || (o.start == "auto" && !everywhere);
    if (first_) gate_.emplace(all);
}

void common_start::settle(std::vector<double>& starts) const
{
    auto which = skewed_ ? MPI_MAX : MPI_MIN;
    if (first_) MPI_Allreduce(MPI_IN_PLACE, starts.data(), int(starts.size()), MPI_DOUBLE, which, all_);
}

double reach(double moment)
{
    double at;
    while ((at = now()) < moment) continue;
    return at;
}

// Holds what comes too late at about one in twelve: an agreement may take longer than the window it is about.
void common_start::widen(double window)
{
    window_ = std::clamp(window * (missed_ ? 1.25 : 0.98), least_, 16 * least_);
}

double common_start::wait(const arrival& when)
{
    if (window_ <= 0) {
        if (gate_ && gate_->works()) gate_->pass();
        else MPI_Barrier(all_);
        return clock_.reach(now() + when.mine);
    }
    double mine[] = {now(), window_}, latest[2] = {};
    MPI_Allreduce(mine, latest, 2, MPI_DOUBLE, MPI_MAX, all_);
    double start = latest[0] + latest[1];
    missed_ = now() > start;
    late_ += missed_;
    widen(latest[1]);
    clock_.reach(start + when.mine);
    return start + when.last;
}

} // namespace hocket::bench

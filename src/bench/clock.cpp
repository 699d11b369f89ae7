// SPDX-License-Identifier: BSD-3-Clause
#include "bench/clock.hpp"
#include "base/words.hpp"
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <ctime>
#include <fstream>
#include <sched.h>
#include <sys/prctl.h>

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

namespace {

constexpr double rest = 2e-3, nap = 500e-6, least_alarm = 5e-3; // seconds

// Ranks that share cores leave a barrier one after the other. Counted from each one's own start, a broadcast would take
// nothing at all where the root happens to run first, and ten times as long where it happens to run last.
std::string start_of(const options& o, const crowd& here, MPI_Comm all)
{
    int enough = here.ranks <= here.cores, everywhere = 0;
    MPI_Allreduce(&enough, &everywhere, 1, MPI_INT, MPI_MIN, all);
    return o.start != "auto" ? o.start : everywhere ? "window" : "first";
}

// The kernel may wake a sleeper 50 us late, if it is not asked otherwise; what is measured is not to be.
void sleep_until(double moment)
{
    timespec t{time_t(moment), long((moment - std::floor(moment)) * 1e9)};
    prctl(PR_SET_TIMERSLACK, 1UL);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, nullptr) == EINTR) continue;
    prctl(PR_SET_TIMERSLACK, 0UL); // what it was when the process began
}

} // namespace

bool have_one_clock(MPI_Comm all)
{
    std::string boot, offsets;
    std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
    std::getline(std::ifstream("/proc/self/timens_offsets"), offsets);
    std::uint64_t mine = hash_of(boot + offsets), least = 0, most = 0;
    MPI_Allreduce(&mine, &least, 1, MPI_UINT64_T, MPI_MIN, all);
    MPI_Allreduce(&mine, &most, 1, MPI_UINT64_T, MPI_MAX, all);
    return !boot.empty() && least == most;
}

common_start::common_start(const options& o, MPI_Comm all)
    : here_(on_node(all)), name_(start_of(o, here_, all)), all_(all), clock_(o, all), skewed_(o.skew != "none")
{
    if (name_ == "window") window_ = least_ = o.window_us * 1e-6;
    if (name_ == "alarm") window_ = least_ = std::max(o.window_us * 1e-6, least_alarm);
    if (name_ == "first" || name_ == "window") gate_.emplace(all, here_.ranks > here_.cores);
}

void common_start::settle(std::vector<double>& starts) const
{
    auto which = skewed_ ? MPI_MAX : MPI_MIN;
    if (name_ == "first") MPI_Allreduce(MPI_IN_PLACE, starts.data(), int(starts.size()), MPI_DOUBLE, which, all_);
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

// Who sleeps for the start sleeps before it, too, until the last rank has ended its call.
double common_start::agree()
{
    if (sleeps()) sleep_until(bench::now() + rest);
    gate::words mine{now(), window_}, latest{};
    if (has_gate()) latest = gate_->pass(mine);
    else if (!sleeps()) MPI_Allreduce(mine.data(), latest.data(), 2, MPI_DOUBLE, MPI_MAX, all_);
    else {
        MPI_Request agreed;
        MPI_Iallreduce(mine.data(), latest.data(), 2, MPI_DOUBLE, MPI_MAX, all_, &agreed);
        for (int done = 0; MPI_Test(&agreed, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done;)
            sleep_until(bench::now() + nap);
    }
    double start = latest[0] + latest[1];
    missed_ = now() > start;
    late_ += missed_;
    widen(latest[1]);
    return start;
}

double common_start::wait(const arrival& when)
{
    if (window_ <= 0) {
        if (has_gate()) gate_->pass();
        else MPI_Barrier(all_);
        return clock_.reach(now() + when.mine);
    }
    double start = agree();
    if (sleeps()) sleep_until(start + when.mine);
    else clock_.reach(start + when.mine);
    return start + when.last;
}

} // namespace hocket::bench

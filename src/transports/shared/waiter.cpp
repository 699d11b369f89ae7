// SPDX-License-Identifier: BSD-3-Clause
#include "transports/shared/waiter.hpp"
#include "base/steady_time.hpp"
#include "transports/shared/socket_watch.hpp"
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <sched.h>
#include <unistd.h>
#include <utility>

namespace hocket {

namespace {

constexpr std::int64_t us = 1000, ms = 1000 * us;
// So long it only polls, and so long it yields: a peer that is not there after 20 ms computes.
constexpr auto eager = 20 * us, patient = 20 * ms;
// A yield that takes longer has let somebody else work.
constexpr auto somebody = 5 * us;
// Who shares its processor sleeps for a sixth of what it has waited: it sees what it waits for about that much later,
// and takes next to nothing from whoever works meanwhile. The kernel wakes nobody within less than 50 us.
constexpr int waits_a_nap = 6;
constexpr auto shortest_nap = 50 * us, longest_nap = 500 * us, nap_alone = 200 * us;
// One yield in which somebody works may be the system's own doing.
constexpr int more_than_chance = 3;

bool socket_tells()
{
    return socket_watch::here().has_streams();
}

} // namespace

// A look at a library's sockets takes as long as a short sleep: who sleeps at them looks no more than it has to.
waiter::waiter(bool oversubscribed, bool far, int enough_looks)
    : far_(far), crowded_(oversubscribed || (lost_processor.recall() && far && socket_tells()))
{
    if (crowded_ && far && socket_tells()) polls_ = enough_looks - 1;
    else polls_ = crowded_ ? 0 : shared_processor.recall() ? 2 : 32;
}

bool waiter::give_way(bool only_messages)
{
    fruitless_ = polls_; // it never overflows
    if (crowded_ && !only_messages && !std::exchange(gave_way_, true)) return sched_yield(), false;
    auto now = steady_ns();
    if (since_ == 0) since_ = now;
    auto waited = now - since_;
    if (polls_ > 2 && waited < eager) return false;
    bool shares = crowded_ || taken_ >= more_than_chance;
    auto part = std::min(waited / waits_a_nap, longest_nap);
    if (shares && only_messages && socket_tells()) return nap_at_sockets(), true;
    if (shares && part >= shortest_nap) return nap(part), true;
    if (waited >= patient) return nap(nap_alone), true;
    yield(now);
    return false;
}

void waiter::yield(std::int64_t now)
{
    sched_yield();
    if (steady_ns() - now <= somebody) return;
    shared_processor.renew();
    if (taken_ < more_than_chance && ++taken_ == more_than_chance) lost_processor.renew();
}

void waiter::nap(std::int64_t ns)
{
    timespec length{0, ns};
    if (far_) socket_watch::here().sleep(ns);
    else clock_nanosleep(CLOCK_MONOTONIC, 0, &length, nullptr);
}

// What has come while it slept may take several looks.
void waiter::nap_at_sockets()
{
    woken_ = socket_watch::here().sleep(longest_nap);
    at_sockets_ = true;
    fruitless_ = 0;
}

void waiter::judge_sleep()
{
    at_sockets_ = false;
    socket_watch::here().count_message(woken_);
}

namespace {

// What the launcher says, 0 if nothing.
int ranks_on_this_node()
{
    for (const char* name : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "MV2_COMM_WORLD_LOCAL_SIZE"})
        if (const char* text = std::getenv(name)) return std::max(0, std::atoi(text));
    return 0;
}

// 0: not to be known.
int processors_of(pid_t process)
{
    cpu_set_t its;
    return sched_getaffinity(process, sizeof its, &its) == 0 ? CPU_COUNT(&its) : 0;
}

} // namespace

// A launcher binds each rank to some of the processors that it has itself, which are there for all of them. A container
// may own few of many, and has both in it.
bool oversubscribed(int known_ranks)
{
    int ranks = std::max(known_ranks, ranks_on_this_node());
    int all = std::max(processors_of(0), processors_of(getppid()));
    return all > 0 && ranks > all;
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// bench-watch: how far the first two processors of this machine are apart, fifty times a second, until it is ended. A
// line for each look: seconds on the monotonic clock, and nanoseconds in which a line of memory goes to the other
// processor and back. A look takes both processors for 5 to 50 us, from whatever runs there where it may.
#include "processors.hpp"
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <thread>
#include <utility>

namespace {

using steady = std::chrono::steady_clock;

constexpr std::chrono::milliseconds between_looks{20};
constexpr std::chrono::microseconds longest_wait{200};
constexpr std::int64_t batches = 5, trips = 10; // what disturbs makes a batch longer: the best of a look counts

// Behind none of those that are watched. False: it may not.
bool come_first()
{
    sched_param first{};
    first.sched_priority = 1;
    if (pthread_setschedparam(pthread_self(), SCHED_FIFO, &first) == 0) return true;
    setpriority(PRIO_PROCESS, 0, -20);
    return false;
}

// False: it has not got there in time.
bool reaches(const line& of, std::int64_t value, steady::time_point until)
{
    while (of.value.load(std::memory_order_acquire) < value) {
        if (steady::now() > until) return false;
        __builtin_ia32_pause();
    }
    return true;
}

// One side of all looks, of which only those count where the other one was there too: in the same look.
template <class Tell> void watch(line& mine, const line& other, bool leads, steady::time_point first, Tell tell)
{
    constexpr auto all = batches * trips;
    for (std::int64_t look = 1;; ++look) {
        std::this_thread::sleep_until(first + look * between_looks);
        auto until = steady::now() + longest_wait;
        auto at = look * (all + 1);
        mine.value.store(at, std::memory_order_release);
        bool together = reaches(other, at, until);
        auto least = steady::duration::max();
        auto begin = steady::now();
        for (std::int64_t i = 1; i <= all && together; ++i) {
            if (leads) mine.value.store(at + i, std::memory_order_release);
            together = reaches(other, at + i, until);
            if (!leads) mine.value.store(at + i, std::memory_order_release);
            if (i % trips != 0) continue;
            auto now = steady::now();
            least = std::min(least, now - std::exchange(begin, now));
        }
        if (together && other.value.load(std::memory_order_relaxed) == at + all) tell(begin, least / trips);
    }
}

} // namespace

int main()
{
    prctl(PR_SET_PDEATHSIG, SIGTERM); // it ends with whoever reads it
    auto all = processors();
    if (all.size() < 2) {
        std::fprintf(stderr, "bench-watch: needs two processors, and has %zu\n", all.size());
        return 1;
    }
    setvbuf(stdout, nullptr, _IOLBF, 0);
    line ping, pong;
    auto first = steady::now();
    std::thread other([&] {
        run_on(all[1]);
        come_first();
        watch(pong, ping, false, first, [](auto, auto) {});
    });
    run_on(all[0]);
    if (!come_first())
        std::fprintf(stderr, "bench-watch: may not come first (SCHED_FIFO: root, or RLIMIT_RTPRIO), and finds busy "
                             "processors less often\n");
    watch(ping, pong, true, first, [](steady::time_point at, steady::duration trip) {
        std::printf("%.6f %.1f\n", std::chrono::duration<double>(at.time_since_epoch()).count(),
                    std::chrono::duration<double, std::nano>(trip).count());
    });
    other.join();
}

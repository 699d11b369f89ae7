// SPDX-License-Identifier: BSD-3-Clause
#include "transports/shared/waiter.hpp"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <gtest/gtest.h>
#include <sched.h>
#include <thread>
#include <vector>

namespace hocket {
namespace {

// To the processor on which it runs, and back at the end.
class bound {
public:
    bound()
    {
        sched_getaffinity(0, sizeof before_, &before_);
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(sched_getcpu(), &one);
        sched_setaffinity(0, sizeof one, &one);
    }
    ~bound() { sched_setaffinity(0, sizeof before_, &before_); }
    bound(const bound&) = delete;
    bound& operator=(const bound&) = delete;

private:
    cpu_set_t before_;
};

// Two threads take turns; polls of each wait for the other's turn to end. A new waiter for each wait, as for
// operations.
std::vector<long> polls_of_turns(int turns, bool crowded)
{
    bound to_one_processor;
    std::atomic<int> turn{0};
    std::vector<long> polls(static_cast<std::size_t>(turns));
    auto play = [&](int me) {
        for (int mine = me; mine < turns; mine += 2) {
            waiter wait(crowded);
            for (; turn.load(std::memory_order_acquire) != mine; ++polls[static_cast<std::size_t>(mine)]) wait.pause();
            turn.store(mine + 1, std::memory_order_release);
        }
    };
    std::thread other(play, 1);
    play(0);
    other.join();
    return polls;
}

long median(std::vector<long> of)
{
    std::nth_element(of.begin(), of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2), of.end());
    return of[of.size() / 2];
}

// A rank that nobody told that it shares its processor polled 2000 times before each turn of the other.
TEST(Waiter, LearnsThatItSharesItsProcessor)
{
    EXPECT_LE(median(polls_of_turns(2000, false)), 10);
}

TEST(Waiter, GivesAwayAtOnceAProcessorThatIsKnownToBeShared)
{
    EXPECT_LE(median(polls_of_turns(2000, true)), 2);
}

// A rank in a crowd that waited for another node yielded for 20 ms and took its whole share of the processor with it.
TEST(Waiter, SleepsForMostOfALongWaitInACrowd)
{
    using clock = std::chrono::steady_clock;
    auto used = [] {
        timespec t;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
        return std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec);
    };
    waiter wait(true);
    auto until = clock::now() + std::chrono::milliseconds(15);
    bool slept = false;
    for (auto before = used(); clock::now() < until;) {
        slept |= wait.pause();
        EXPECT_LT(used() - before, std::chrono::milliseconds(7));
    }
    EXPECT_TRUE(slept);
}

} // namespace
} // namespace hocket

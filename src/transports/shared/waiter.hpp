// SPDX-License-Identifier: BSD-3-Clause
// How a rank waits: poll without pause, then give way between polls, then sleep for a short time. Whoever waits still
// owes its peers progress, so no sleep is longer than 500 us, and a poll of everything follows each.
#pragma once
#include <atomic>
#include <cstdint>

namespace hocket {

// Where what a rank waits for comes from: memory that it shares with others, the library, or either.
enum class coming_by : std::uint8_t { memory, messages, both };

// Something that was seen, for so many operations after.
class recent {
public:
    bool recall()
    {
        int left = left_.load(std::memory_order_relaxed);
        if (left > 0) left_.store(left - 1, std::memory_order_relaxed);
        return left > 0;
    }
    void renew() { left_.store(100, std::memory_order_relaxed); }

private:
    std::atomic<int> left_{0};
};

class waiter {
public:
    // With more ranks than processors polling only keeps the peer from its work. Where it is not known, a rank learns
    // it when others have had its processor for a while.
    explicit waiter(bool oversubscribed, coming_by way = coming_by::memory)
        : way_(way), crowded_(oversubscribed || lost_processor.recall()), polls_(polls())
    {
    }

    // Something has happened.
    void reset()
    {
        fruitless_ = taken_ = 0, since_ = polled_ = 0;
        if (slept_) judge_sleep();
    }
    // Nothing has. True: it has slept.
    bool pause()
    {
        if (way_ != coming_by::memory && !crowded_) time_polls();
        return ++fruitless_ > polls_ && give_way();
    }

private:
    int polls() const;
    void time_polls();
    void lose_processor();
    bool give_way();
    void yield(std::int64_t now);
    bool nap(std::int64_t ns);
    bool nap_at_sockets(std::int64_t ns);
    void judge_sleep();
    bool hears_sockets() const;

    // Others have had the processor once, and so often in one wait that it was not chance.
    static inline recent shared_processor, lost_processor;
    coming_by way_;
    bool crowded_;
    int polls_, fruitless_ = 0;
    int taken_ = 0;          // how often others have had the processor, in this wait
    bool slept_ = false, woken_ = false; // at sockets, since something has happened; by one of them
    // ns; of the first poll after those that cost nothing, and of the last one; 0: none yet
    std::int64_t since_ = 0, polled_ = 0;
};

// Do the ranks that share this node outnumber its processors? 0: how many ranks is not known.
bool oversubscribed(int ranks_on_node);
// What the launcher says, 0 if nothing.
int ranks_on_this_node();

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// How a rank waits: poll without pause, then give way between polls, then sleep for a short time. Whoever waits still
// owes its peers progress, so no sleep is longer than 500 us, and a poll of everything follows each.
#pragma once
#include <atomic>
#include <cstdint>

namespace hocket {

class waiter {
public:
    // With more ranks than processors polling only keeps the peer from its work. Where it is not known, a rank learns
    // it when others have had its processor for a while.
    explicit waiter(bool oversubscribed)
        : crowded_(oversubscribed), polls_(oversubscribed || shares_processor() ? 2 : 32)
    {
    }

    // Something has happened.
    void reset() { fruitless_ = taken_ = 0, since_ = 0; }
    // Nothing has. True: it has slept.
    bool pause() { return ++fruitless_ > polls_ && give_way(); }

private:
    bool give_way();
    void yield(std::int64_t now);
    static bool nap(std::int64_t ns);
    // For some operations after it was seen last.
    static bool shares_processor()
    {
        int left = sharing_.load(std::memory_order_relaxed);
        if (left > 0) sharing_.store(left - 1, std::memory_order_relaxed);
        return left > 0;
    }

    static inline std::atomic<int> sharing_{0};
    bool crowded_; // from the beginning
    int polls_, fruitless_ = 0;
    int taken_ = 0;          // how often others have had the processor, in this wait
    std::int64_t since_ = 0; // ns; of the first poll after those that cost nothing, 0: none yet
};

// Do the ranks that share this node outnumber its processors? 0: how many ranks is not known.
bool oversubscribed(int ranks_on_node);
// What the launcher says, 0 if nothing.
int ranks_on_this_node();

} // namespace hocket

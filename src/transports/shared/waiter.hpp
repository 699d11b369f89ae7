// SPDX-License-Identifier: BSD-3-Clause
// How a rank waits: poll without pause, then give way between polls, then sleep for a short time; at the process's
// sockets, where what it waits for can only come by them. Whoever waits still owes its peers progress, so no sleep is
// longer than 500 us, and a poll of everything follows each.
#pragma once
#include <atomic>
#include <cstdint>

namespace hocket {

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
    bool is_known() const { return left_.load(std::memory_order_relaxed) > 0; }

private:
    std::atomic<int> left_{0};
};

class waiter {
public:
    // With more ranks than processors polling only keeps the peer from its work. Where it is not known, a rank learns
    // it when others have had its processor for a while. far: the library's messages come from other nodes; so many
    // looks at them see whatever has come.
    explicit waiter(bool oversubscribed, bool far = false, int enough_looks = 1);

    // Others had the processor while this rank waited, not long ago.
    static bool shares_processor() { return lost_processor.is_known(); }

    // Something has happened.
    void reset()
    {
        fruitless_ = taken_ = 0, since_ = 0, gave_way_ = false;
        if (at_sockets_) judge_sleep();
    }
    // Nothing has. True: it has slept. only_messages(): is all that it waits for with the library?
    template <class Only> bool pause(Only only_messages)
    {
        return ++fruitless_ > polls_ && give_way(far_ && only_messages());
    }
    bool pause()
    {
        return pause([] { return false; });
    }

private:
    bool give_way(bool only_messages);
    void yield(std::int64_t now);
    void nap(std::int64_t ns);
    void nap_at_sockets();
    void judge_sleep();

    // Others have had the processor once, and so often in one wait that it was not chance.
    static inline recent shared_processor, lost_processor;
    bool far_, crowded_;
    int polls_, fruitless_ = 0;
    bool gave_way_ = false; // in this wait
    int taken_ = 0;          // how often others have had the processor, in this wait
    bool at_sockets_ = false,
         woken_ = false; // it has slept there in this wait, and one of them has ended the last sleep
    std::int64_t since_ = 0; // ns; of the first poll after those that cost nothing, 0: none yet
};

// Do the ranks of this node outnumber its processors? So many are known of; the launcher may know of more.
bool oversubscribed(int known_ranks);

} // namespace hocket

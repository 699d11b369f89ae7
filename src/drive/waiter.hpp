// SPDX-License-Identifier: BSD-3-Clause
// How a rank waits: spin, then yield, then sleep for a short time. Whoever waits still owes its peers progress, so
// no sleep is longer than 200 us, and a poll follows each.
#pragma once
#include <cstdint>

namespace hocket {

class waiter {
public:
    // With more ranks than processors spinning only keeps the peer from its work.
    explicit waiter(bool oversubscribed) : spins_(oversubscribed ? 2 : 2000) {}

    // Something has happened.
    void reset() { fruitless_ = 0; }
    // Nothing has.
    void pause()
    {
        if (++fruitless_ > spins_) give_way();
    }

private:
    void give_way();
    static constexpr int yields = 20000;
    int spins_, fruitless_ = 0;
    std::uint32_t word_ = 0; // nobody wakes us yet: peers share no memory
};

// Do the ranks that share this node outnumber its processors? 0: how many ranks is not known.
bool oversubscribed(int ranks_on_node);
// What the launcher says, 0 if nothing.
int ranks_on_this_node();

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#include "transports/mpi/cast_keeper.hpp"
#include "transports/mpi/multicast_links.hpp"

namespace hocket {

void cast_keeper::add(multicast_links& one)
{
    taken held(taken_);
    all_.push_back(&one);
}

void cast_keeper::remove(multicast_links& one)
{
    taken held(taken_);
    std::erase(all_, &one);
}

// Comes here again from the calls that it makes.
bool cast_keeper::poll()
{
    taken held(taken_, std::try_to_lock);
    bool moved = false;
    if (held)
        for (auto* one : all_) moved |= one->go_on_inside();
    return moved;
}

// All of them together: another process may wait for one before it goes on to the next.
void cast_keeper::settle()
{
    auto owes = [](auto* one) { return one->owes(); };
    while (std::ranges::any_of(all_, owes)) {
        for (auto* one : all_) one->go_on_alone();
        std::this_thread::yield();
    }
}

} // namespace hocket

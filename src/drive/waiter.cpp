// SPDX-License-Identifier: BSD-3-Clause
#include "drive/waiter.hpp"
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace hocket {

void waiter::give_way()
{
    if (fruitless_ <= spins_ + yields) {
        sched_yield();
        return;
    }
    fruitless_ = spins_ + yields; // stay asleep between polls, without ever overflowing
    timespec at_most{0, 200'000};
    syscall(SYS_futex, &word_, FUTEX_WAIT_PRIVATE, 0, &at_most, nullptr, 0);
}

int ranks_on_this_node()
{
    for (const char* name : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "MV2_COMM_WORLD_LOCAL_SIZE"})
        if (const char* text = std::getenv(name)) return std::max(0, std::atoi(text));
    return 0;
}

// A rank that is bound to few processors shares them with unknown others, and a container may own few of many. Both
// count as crowded when the ranks would not all fit: giving way too early costs a system call, too late a time slice.
bool oversubscribed(int ranks_on_node)
{
    cpu_set_t mine;
    if (sched_getaffinity(0, sizeof mine, &mine) != 0) return false;
    return ranks_on_node > CPU_COUNT(&mine);
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// What the programs that measure the machine itself share.
#pragma once
#include <atomic>
#include <cstdint>
#include <sched.h>
#include <vector>

// No two lie in one line, or in a pair of lines that come together.
struct alignas(128) line {
    std::atomic<std::int64_t> value{0};
};

// That this process may run on.
inline std::vector<int> processors()
{
    cpu_set_t mine;
    std::vector<int> found;
    if (sched_getaffinity(0, sizeof mine, &mine) != 0) return found;
    for (int i = 0; i < CPU_SETSIZE; ++i)
        if (CPU_ISSET(i, &mine)) found.push_back(i);
    return found;
}

// This thread alone.
inline void run_on(int processor)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    sched_setaffinity(0, sizeof one, &one);
}

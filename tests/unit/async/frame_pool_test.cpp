// SPDX-License-Identifier: BSD-3-Clause
#include "async/frame_pool.hpp"
#include "async/task.hpp"
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <set>
#include <thread>
#include <vector>

namespace hocket {
namespace {

TEST(frame_pool, gives_memory_of_every_size)
{
    std::vector<std::pair<void*, std::size_t>> taken;
    for (std::size_t n : {1, 63, 64, 65, 300, 632, 1900, 4096, 4097, 100'000})
        for (int i = 0; i < 3; ++i) {
            void* p = frame_pool::take(n);
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % alignof(std::max_align_t), 0u);
            std::memset(p, i, n);
            taken.emplace_back(p, n);
        }
    std::set<void*> different;
    for (auto& [p, n] : taken) different.insert(p);
    EXPECT_EQ(different.size(), taken.size());
    for (auto& [p, n] : taken) frame_pool::give(p, n);
}

TEST(frame_pool, reuses_what_was_given_back_within_a_size_class)
{
    if (sanitized) GTEST_SKIP() << "off under this sanitizer";
    void* first = frame_pool::take(200);
    void* second = frame_pool::take(200);
    frame_pool::give(first, 200);
    frame_pool::give(second, 200);
    EXPECT_EQ(frame_pool::take(193), second);
    EXPECT_EQ(frame_pool::take(256), first);
    frame_pool::give(first, 256);
    frame_pool::give(second, 193);
}

task where_am_i(const void*& frame)
{
    volatile int local = 0;
    frame = const_cast<const int*>(&local);
    co_await std::suspend_never{};
    local = 1;
}

TEST(frame_pool, runs_task_after_task_in_one_frame)
{
    if (sanitized) GTEST_SKIP() << "off under this sanitizer";
    std::set<const void*> frames;
    for (int i = 0; i < 1000; ++i) {
        const void* frame = nullptr;
        auto t = where_am_i(frame);
        completion end;
        t.start(end);
        frames.insert(frame);
    }
    EXPECT_EQ(frames.size(), 1u);
}

TEST(frame_pool, threads_do_not_share)
{
    if (sanitized) GTEST_SKIP() << "off under this sanitizer";
    void* here = frame_pool::take(128);
    frame_pool::give(here, 128);
    void* there = nullptr;
    std::thread([&] {
        there = frame_pool::take(128);
        frame_pool::give(there, 128);
    }).join();
    EXPECT_NE(here, there);
}

// What ends with its thread may end after the pool's lists of it.
TEST(frame_pool, gives_and_takes_after_the_end_of_its_lists)
{
    struct late {
        void* mine = nullptr;
        ~late()
        {
            frame_pool::give(mine, 128);
            void* again = frame_pool::take(128);
            std::memset(again, 1, 128);
            frame_pool::give(again, 128);
        }
    };
    std::thread([] {
        static thread_local late before_the_lists;
        before_the_lists.mine = frame_pool::take(128);
    }).join();
}

} // namespace
} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#include "transports/arena.hpp"
#include <cstring>
#include <gtest/gtest.h>
#include <set>
#include <thread>

namespace hocket {
namespace {

constexpr std::size_t MiB = std::size_t(1) << 20;

TEST(MemoryPool, GivesTheSameMemoryAgain)
{
    memory_pool pool;
    auto first = pool.take(3 * MiB);
    pool.give(first);
    auto again = pool.take(3 * MiB - 5000);
    EXPECT_EQ(first.data(), again.data());
    EXPECT_EQ(pool.kept(), 0u);
    pool.give(again);
}

TEST(MemoryPool, TakesTheSmallestThatIsLargeEnough)
{
    memory_pool pool;
    auto large = pool.take(4 * MiB), small = pool.take(2 * MiB);
    pool.give(large);
    pool.give(small);
    auto got = pool.take(2 * MiB - 1);
    EXPECT_EQ(got.data(), small.data());
    pool.give(got);
}

TEST(MemoryPool, DoesNotSpendAGiantOnLittle)
{
    memory_pool pool;
    auto giant = pool.take(32 * MiB);
    pool.give(giant);
    auto little = pool.take(MiB);
    EXPECT_NE(little.data(), giant.data());
    pool.give(little);
}

TEST(MemoryPool, KeepsNoMoreThanItsLimitAndForgetsTheOldestFirst)
{
    memory_pool pool;
    std::vector<bytes> blocks;
    for (int i = 0; i < 10; ++i) blocks.push_back(pool.take(16 * MiB));
    for (auto& b : blocks) {
        pool.give(b);
        EXPECT_LE(pool.kept(), memory_pool::limit);
    }
    auto last = pool.take(16 * MiB);
    std::set<std::byte*> newest;
    for (std::size_t i = 6; i < 10; ++i) newest.insert(blocks[i].data());
    EXPECT_TRUE(newest.contains(last.data()));
    pool.give(last);
    pool.give(pool.take(memory_pool::limit + 1)); // goes at once
    EXPECT_EQ(pool.kept(), memory_pool::limit);
}

TEST(Arena, AlignsAndSeparates)
{
    memory_pool pool;
    arena mine(pool);
    std::vector<bytes> all;
    for (std::size_t n : {1u, 63u, 64u, 65u, 100000u, 1u, 5000000u, 0u, 7u}) {
        auto b = mine.take(n);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(b.data()) % 64, 0u);
        EXPECT_EQ(b.size(), n);
        if (n > 0) std::memset(b.data(), int(all.size()) + 1, n);
        all.push_back(b);
    }
    for (std::size_t i = 0; i < all.size(); ++i)
        for (auto byte : all[i]) ASSERT_EQ(int(byte), int(i) + 1);
}

TEST(Arena, KeepsASmallBlockAndReturnsTheLargeOnes)
{
    memory_pool pool;
    arena mine(pool);
    auto* small = mine.take(1000).data();
    mine.take(5 * MiB);
    mine.reset();
    EXPECT_GE(pool.kept(), 5 * MiB);
    EXPECT_EQ(mine.take(1000).data(), small);
}

TEST(Arena, SharesOnePoolBetweenThreads)
{
    memory_pool pool;
    auto work = [&pool](int salt) {
        arena mine(pool);
        for (int i = 0; i < 200; ++i) {
            auto b = mine.take(MiB + std::size_t(i % 7) * 10000);
            std::memset(b.data(), salt, 64);
            for (int k = 0; k < 64; ++k) ASSERT_EQ(int(b[std::size_t(k)]), salt);
            mine.reset();
        }
    };
    std::thread one(work, 1), two(work, 2);
    one.join();
    two.join();
    EXPECT_LE(pool.kept(), 5 * MiB); // of either thread at most one block of 1 and one of 1.25 MiB
}

} // namespace
} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#include "base/streaming.hpp"
#include "transports/shared/long_writes.hpp"
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace hocket {
namespace {

constexpr std::uint64_t streaming = 1000, near_by = 500, far_away = 1500; // ticks

long_writes after(std::vector<std::uint64_t> looks)
{
    long_writes made(streaming, 0);
    for (auto one : looks) made.learn(one);
    return made;
}

TEST(LongWrites, StreamWhatTakesLongerToBeOwned)
{
    EXPECT_FALSE(after({}).streams());
    EXPECT_FALSE(after({near_by, near_by, near_by, near_by, near_by, near_by}).streams());
    EXPECT_FALSE(after({far_away, far_away, far_away}).streams());
    EXPECT_TRUE(after({far_away, far_away, far_away, far_away, far_away}).streams());
}

// 1500, 1250, 1062, 921, 815, 736.
TEST(LongWrites, ComeBackWhenTheProcessorsDo)
{
    auto moved = after(std::vector(20, far_away));
    int looks = 0;
    for (; moved.streams() && looks < 20; ++looks) moved.learn(near_by);
    EXPECT_EQ(looks, 5);
}

// Between the two limits nothing changes: near and far readers in turn are no reason to go to and fro.
TEST(LongWrites, StayAsTheyAreInBetween)
{
    constexpr std::uint64_t between = streaming - streaming / 8;
    auto plain = after(std::vector(20, between)), streamed = after(std::vector(20, far_away));
    for (int i = 0; i < 20; ++i) streamed.learn(between);
    EXPECT_FALSE(plain.streams());
    EXPECT_TRUE(streamed.streams());
}

// Many communicators of a few long writes each: one look for each, soon, and what they find adds up.
TEST(LongWrites, OfManyCommunicatorsComeBackTogether)
{
    if (!can_stream) GTEST_SKIP() << "nothing is streamed here";
    constexpr std::uint64_t slow = 1'000'000; // ticks: whatever this processor finds is near
    for (int i = 0; i < 20; ++i) long_writes(slow).learn(2 * slow);
    std::vector<std::byte> from(long_writes::timed), to(long_writes::timed);
    int made = 0;
    for (; made < 20 && long_writes(slow).streams(); ++made) {
        long_writes one(slow);
        for (int i = 0; i < 10; ++i) one.write(to.data(), from.data(), from.size());
    }
    EXPECT_GT(made, 0);
    EXPECT_LT(made, 20);
}

TEST(LongWrites, ADisturbedLookChangesNothing)
{
    std::vector looks(20, near_by);
    looks.push_back(1'000'000'000);
    EXPECT_FALSE(after(looks).streams());
}

TEST(LongWrites, WithoutStreamingNothingIsStreamed)
{
    long_writes none(0, 0);
    for (int i = 0; i < 20; ++i) none.learn(far_away);
    EXPECT_FALSE(none.streams());
    EXPECT_TRUE(can_stream || long_writes::time_of_streaming() == 0);
}

TEST(LongWrites, ANewOneBeginsWithWhatTheLastLookFound)
{
    after(std::vector(20, far_away));
    EXPECT_TRUE(long_writes(streaming).streams());
    after(std::vector(20, near_by));
    EXPECT_FALSE(long_writes(streaming).streams());
}

// Either way, with as many looks as there are, at any offset and size, and nothing beside what was written.
TEST(LongWrites, WriteWhatTheyAreGiven)
{
    std::mt19937_64 dice(1);
    std::vector<std::byte> from(20'000), into, expected;
    for (auto& one : from) one = std::byte(dice());
    for (int i = 0; i < 2000; ++i) {
        std::size_t n = dice() % 3 ? dice() % 300 : dice() % 12'000, at = dice() % 200, source = dice() % 200;
        SCOPED_TRACE(std::to_string(n) + " bytes from " + std::to_string(source) + " to " + std::to_string(at));
        auto how = after(std::vector(20, i % 2 ? far_away : near_by));
        into.assign(at + n + 200, std::byte(0xa5));
        expected = into;
        std::copy_n(from.begin() + std::ptrdiff_t(source), n, expected.begin() + std::ptrdiff_t(at));
        for (int k = 0; k <= i % 9; ++k) how.write(into.data() + at, from.data() + source, n);
        ASSERT_EQ(into, expected);
    }
}

} // namespace
} // namespace hocket

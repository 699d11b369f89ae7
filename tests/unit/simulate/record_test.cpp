// SPDX-License-Identifier: BSD-3-Clause
// What the recorder says an operation has to wait for.
#include "async/group.hpp"
#include "simulate/recorder.hpp"
#include <array>
#include <gtest/gtest.h>

namespace hocket {
namespace {

using list = std::vector<int>;

std::array<std::byte, 64> recorded_memory;
bytes buffer(recorded_memory);

std::vector<list> causes_of(const result<std::vector<rank_schedule>>& made, int rank)
{
    std::vector<list> all;
    if (!made) return {{-1}};
    for (auto& op : (*made)[std::size_t(rank)].operations) all.push_back(op.after);
    return all;
}

std::string mistake_of(task (*body)(net))
{
    auto made = recorder(2, buffer).run(body);
    return made ? "" : made.error().what;
}

task sends(net on, int to, int times)
{
    for (int i = 0; i < times; ++i) co_await on.send(to, buffer);
}

task receives(net on, int times)
{
    for (int i = 0; i < times; ++i) co_await on.recv(0, buffer);
}

// Two lanes of different length, then one message that needs both.
task two_lanes(net on)
{
    if (on.rank() > 0) {
        co_await receives(on, on.rank() == 1 ? 2 : 1);
        if (on.rank() == 2) co_await on.recv(0, buffer);
        co_return;
    }
    co_await both(sends(on, 1, 2), sends(on, 2, 1));
    co_await on.send(2, buffer);
}

TEST(Record, AJoinWaitsForTheEndOfEachLaneAndALaneForItsOwnOnly)
{
    auto made = recorder(3, buffer).run(two_lanes);
    EXPECT_EQ(causes_of(made, 0), (std::vector<list>{{}, {}, {0}, {1, 2}}));
    EXPECT_EQ(causes_of(made, 2), (std::vector<list>{{}, {0}}));
}

// A round that is posted early and awaited late: what comes after needs it and all between.
task early_round(net on)
{
    auto step = on.together(1);
    step.recv(1 - on.rank(), buffer);
    co_await on.send(1 - on.rank(), buffer);
    co_await step;
    co_await on.copy(buffer.first(8), buffer.last(8));
}

TEST(Record, ARoundThatEndsBeforeItIsAwaitedIsNotForgotten)
{
    auto made = recorder(2, buffer).run(early_round);
    for (int rank : {0, 1}) {
        EXPECT_EQ(causes_of(made, rank), (std::vector<list>{{}, {}, {0, 1}})) << rank;
    }
}

task copies(net on)
{
    auto room = on.scratch(10);
    auto more = on.scratch(10);
    co_await on.copy(room.first(4), buffer.subspan(4, 4));
    co_await on.copy(more.subspan(2, 4), room.first(4));
}

TEST(Record, MemoryIsNamedByOffsets)
{
    auto made = recorder(1, buffer).run(copies);
    ASSERT_TRUE(made);
    auto& rank = made->front();
    EXPECT_EQ(rank.scratch, 128u);
    EXPECT_EQ(rank.operations[0].from.offset, 4u);
    EXPECT_EQ(rank.operations[0].from.in, spot::data);
    EXPECT_EQ(rank.operations[1].into.offset, 66u);
    EXPECT_EQ(rank.operations[1].into.in, spot::scratch);
    EXPECT_EQ(rank.operations[1].after, list{0});
}

const reduction adding{nullptr, 4, true};

task combines(net on)
{
    auto low = buffer.first(8), high = buffer.subspan(8, 8);
    co_await on.combine(on.scratch(8), low, high, adding);
    co_await on.combine(low, low, high, adding);
    co_await on.reduce(low, high, adding);
}

task combines_with_another(net on)
{
    if (on.rank() == 0) co_await on.send(1, buffer.first(8));
    else co_await on.recv_reduce(0, buffer.first(8), buffer.subspan(8, 8), adding);
}

std::string written(task (*body)(net), int ranks)
{
    schedule all{"allreduce", "toy", "2", 0, 8, *recorder(ranks, buffer).run(body)};
    return text_of(all);
}

TEST(Record, AReductionNamesTheOperandThatStays)
{
    auto text = written(combines, 1);
    EXPECT_NE(text.find("reduce 8 into scratch+0 from data+8 with data+0\n"), text.npos) << text;
    EXPECT_NE(text.find("reduce 8 into data+0 from data+8 after"), text.npos) << text;
    EXPECT_EQ(text.find("with data+0 after"), text.npos) << text;
    text = written(combines_with_another, 2);
    EXPECT_NE(text.find("recv-reduce 8 from 0 into data+0 with data+8\n"), text.npos) << text;
}

task unequal(net on)
{
    if (on.rank() == 0) co_await on.send(1, buffer);
    else co_await on.recv(0, buffer.first(8));
}

task nobody_sends(net on)
{
    co_await on.recv(1 - on.rank(), buffer);
}

task foreign(net on)
{
    std::byte mine[8];
    co_await on.copy(mine, buffer.first(8));
}

task nowhere(net on)
{
    co_await on.send(7, buffer);
}

TEST(Record, WhatIsNoScheduleIsNamed)
{
    EXPECT_NE(mistake_of(unequal).find("8 and 64 bytes"), std::string::npos);
    EXPECT_NE(mistake_of(nobody_sends).find("rank 0 waits"), std::string::npos);
    EXPECT_NE(mistake_of(foreign).find("neither"), std::string::npos);
    EXPECT_NE(mistake_of(nowhere).find("names rank"), std::string::npos);
}

} // namespace
} // namespace hocket

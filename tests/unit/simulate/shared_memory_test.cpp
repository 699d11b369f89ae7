// SPDX-License-Identifier: BSD-3-Clause
// Messages through memory that the ranks of a node share, on a machine whose numbers add up in the head.
#include "algorithms/alltoall/shm.hpp"
#include "algorithms/places.hpp"
#include "catalogue/catalogue.hpp"
#include "choose/own_choice.hpp"
#include "scripts.hpp"
#include "simulate/job_run.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

// A copy of 1000 bytes: 1 us; a call: 2 us.
machine sharing_machine(bool single_copy = true)
{
    auto by = simple_machine();
    by.sharing = {.latency_us = 1,
                  .overhead_us = 0.25,
                  .copy_GBps = 1,
                  .single_copy_from = 1000,
                  .single_copy_us = 2,
                  .tell_limit = 500};
    return *by.sharing_memory(single_copy);
}

double one_inside(const machine& by, std::size_t n)
{
    return play(by, layout::block(2, 2), {{send(1, n)}, {recv(0, n)}}).sum.finish;
}

TEST(SharedMemory, BothEndsCopyAShortMessage)
{
    auto all = play(sharing_machine(), layout::block(2, 2), {{send(1)}, {recv(0)}});
    EXPECT_NEAR(all.ends[0], 0.25 + 1, close);
    EXPECT_NEAR(all.ends[1], 0.25 + 1 + 1 + 0.25 + 1, close);
}

TEST(SharedMemory, TheReceiverCopiesALongOneFromWhereItLies)
{
    double agreed = 2, call = 2;
    auto all = play(sharing_machine(), layout::block(2, 2), {{send(1, 2000)}, {recv(0, 2000)}});
    EXPECT_NEAR(all.ends[1], agreed + 0.25 + 1 + 0.25 + call + 2, close);
    EXPECT_NEAR(all.ends[0], all.ends[1], close) << "until then it is the receiver's to read";
    EXPECT_NEAR(one_inside(sharing_machine(false), 2000), 0.25 + 2 + 1 + 0.25 + 2, close);
}

TEST(SharedMemory, WhatNobodyAwaitsIsCopiedFromThereOnce)
{
    auto all = play(sharing_machine(), layout::block(2, 2), {{send(1)}, {work(10'000), recv(0)}});
    EXPECT_NEAR(all.sum.finish, 10 + 0.25 + 1, close);
}

TEST(SharedMemory, PiecesNeedNotBePacked)
{
    auto by = sharing_machine(); // outlives the simulator
    auto where = layout::block(2, 2);
    simulator on(by, where);
    auto data = on.user_buffer(1000);
    std::array<bytes, 2> pieces{data.first(300), data.subspan(600, 400)};
    auto sum = on.run([&](net all) -> task {
        if (all.rank() == 0) co_await all.send(1, std::span<const bytes>(pieces));
        else co_await all.recv(0, std::span<const bytes>(pieces));
    });
    EXPECT_NEAR(sum.finish, 0.25 + 0.7 + 1 + 0.25 + 0.7, close);
}

task tell_after(net on, bytes data)
{
    if (on.rank() == 0) co_await on.tell(data);
    else co_await on.hear(0, data);
}

simulated tell(const machine& by, const layout& where, std::size_t n)
{
    simulator on(by, where);
    auto data = on.user_buffer(n);
    return on.run([&](net all) { return tell_after(all, data); });
}

TEST(SharedMemory, AllHearOneMessage)
{
    auto one = tell(sharing_machine(), layout::block(8, 8), 500);
    EXPECT_EQ(one.messages, 1);
    EXPECT_NEAR(one.finish, 0.25 + 0.5 + 1 + 0.25 + 0.5, close);
    auto long_one = tell(sharing_machine(), layout::block(8, 8), 501);
    EXPECT_EQ(long_one.messages, 7);
    EXPECT_EQ(tell(sharing_machine(), layout::block(8, 4), 500).messages, 7) << "they share no node";
    EXPECT_EQ(tell(simple_machine(), layout::block(8, 8), 500).messages, 7) << "nor any memory";
}

// Rank 0 deals: to the first of the others 100 bytes, 200 to the next one, who may come late.
simulated deal(const machine& by, double late, trace* into = nullptr)
{
    auto where = layout::block(3, 3);
    simulator on(by, where);
    auto data = on.user_buffer(1000);
    std::array<bytes, 3> parts{bytes(), data.first(100), data.first(200)};
    auto body = [&](net all) -> task {
        if (all.rank() == 0) co_await all.deal(parts);
        if (all.rank() == 1) co_await all.hear(0, data.first(100), {0, 300});
        if (all.rank() == 2) co_await all.copy(data.first(std::size_t(late)), data.last(std::size_t(late)));
        if (all.rank() == 2) co_await all.hear(0, data.first(200), {100, 300});
    };
    return on.run(body, {.into = into});
}

TEST(SharedMemory, EachHearsItsOwnPartOfADeal)
{
    trace seen;
    auto at_once = deal(sharing_machine(), 0, &seen);
    EXPECT_EQ(at_once.messages, 1);
    EXPECT_NEAR(at_once.finish, 0.25 + 0.3 + 1 + 0.25 + 0.2, close);
    EXPECT_NEAR(deal(sharing_machine(), 499).finish, 0.25 + 0.3 + 1 + 0.25 + 0.2, close) << "it came before the deal";
    ASSERT_EQ(seen.messages.size(), 2u);
    for (auto& one : seen.messages) EXPECT_EQ(one.bytes, one.to == 1 ? 100u : 200u);
}

// Rank 1 of 5 comes 10 us late, and nobody hears it first for that: until then all others' deals have been heard.
double deals_of_five(std::size_t each)
{
    auto by = sharing_machine(); // outlives the simulator
    auto where = layout::block(5, 5);
    simulator on(by, where);
    auto data = on.user_buffer(20'000);
    equal_sizes sizes(each);
    row_of_blocks out(data.first(5 * each), sizes), in(data.subspan(5000, 5 * each), sizes);
    on.run([&](net all) -> task {
        if (all.rank() == 1) co_await all.copy(data.last(10'000), data.last(10'000));
        alltoall::shm how;
        co_await alltoall::shm::run(how, all, {&out, &in, each});
    });
    return on.ended(0);
}

// 4 blocks of 125 bytes are dealt, though all 5 are more than is told at once. They were heard one after the other.
TEST(SharedMemory, AnAlltoallHearsAtOnceWhatIsDealtThoughTheVectorIsLonger)
{
    for (std::size_t each : {100, 125})
        EXPECT_NEAR(deals_of_five(each), 10 + 0.25 + 0.004 * double(each) + 1 + 0.25 + 0.001 * double(each), close);
}

struct timed {
    double simulated, declared;
    std::int64_t messages;
};

timed run(const machine& by, const layout& where, const std::string& collective, std::string_view spec, std::size_t n)
{
    auto at = priced_place(collective, where, n, by, {});
    auto how = *bind_algorithm(collective, spec, at);
    simulator on(by, where);
    auto seen = run_job(on, where, how, {.collective = collective, .bytes = n}, 0);
    return {seen.time, how.declared(at.as_problem()).finish, seen.messages};
}

TEST(SharedMemory, TheDeclaredTimesOfTellsAreTheSimulatedOnes)
{
    auto by = sharing_machine();
    for (int p : {2, 3, 8})
        for (auto* collective : {"barrier", "bcast", "allgather", "allreduce", "alltoall", "reduce_scatter_block",
                                 "reduce_scatter", "scatter", "scan", "exscan", "alltoallv", "alltoallw", "scatterv"}) {
            SCOPED_TRACE(collective);
            auto where = layout::block(p, p);
            std::size_t n = std::string(collective) == "barrier" ? 0 : 64;
            auto one = run(by, where, collective, "shm", n);
            EXPECT_NEAR(one.declared / one.simulated, 1, 0.02) << p;
        }
}

// Short blocks are dealt with their list; long ones are messages beside it, each between the two who know of it.
TEST(SharedMemory, OfBlocksThatOnlyPairsKnowShortOnesAreOneMessageOfEachRank)
{
    auto where = layout::block(5, 5);
    for (auto [n, deals, messages] : {std::tuple<std::size_t, int, int>{8, 1, 0}, {64, 1, 0}, {65, 1, 4}}) {
        EXPECT_EQ(run(sharing_machine(), where, "scatterv", "shm", n).messages, deals + messages) << n;
        EXPECT_EQ(run(sharing_machine(), where, "alltoallv", "shm", n).messages, 5 * (deals + messages)) << n;
    }
    EXPECT_EQ(run(simple_machine(), where, "alltoallv", "shm", 8).messages, 5 * 4) << "nobody tells";
}

TEST(SharedMemory, LevelsTellInsideEachNode)
{
    auto where = layout::block(12, 4);
    EXPECT_EQ(run(sharing_machine(), where, "bcast", "levels(across=knomial,inside=shm)", 64).messages, 2 + 3);
    auto* spec = "levels(across=recursive-doubling,inside=knomial,release=shm)";
    auto told = run(sharing_machine(), where, "allreduce", spec, 64);
    EXPECT_EQ(run(simple_machine(), where, "allreduce", spec, 64).messages - told.messages, 3 * 2);

    auto* scattered = "levels(across=recursive-halving,inside=knomial,release=shm)";
    auto dealt = run(sharing_machine(), where, "reduce_scatter", scattered, 64);
    EXPECT_EQ(run(simple_machine(), where, "reduce_scatter", scattered, 64).messages - dealt.messages, 3 * 2);
    EXPECT_EQ(run(sharing_machine(), where, "scatter", "levels(across=knomial,inside=shm)", 64).messages, 2 + 3);
    EXPECT_EQ(run(sharing_machine(), where, "scatter", "lanes(across=knomial,inside=shm)", 8).messages, 4 * 2 + 1);
    EXPECT_EQ(run(sharing_machine(), where, "scatter", "levels(across=knomial,inside=shm):leaders=2", 64).messages,
              5 + 6 * 1)
        << "a group is no whole node";
}

// The price of scatter by levels knew deals; its groups sent a message to each rank.
TEST(SharedMemory, TheDeclaredTimesOfScatterByNodesAreTheSimulatedOnes)
{
    auto by = sharing_machine();
    auto where = layout::block(64, 8);
    for (auto* spec : {"levels(across=knomial,inside=shm)", "lanes(across=knomial,inside=shm)"}) {
        auto one = run(by, where, "scatter", spec, 8);
        EXPECT_NEAR(one.declared / one.simulated, 1, 0.05) << spec;
    }
}

// Where one message reaches nobody else, it is many at once.
TEST(SharedMemory, NobodyChoosesTellsWithoutIt)
{
    for (auto* name : {"standard", "aurora", "efa-100g", "gigabit", "shared-memory"})
        for (auto* collective : {"barrier", "bcast", "allreduce", "allgather", "scan", "exscan", "alltoall",
                                 "alltoallv", "scatter", "scatterv", "reduce_scatter", "reduce_scatter_block"})
            for (auto& where : {layout::block(18, 9), layout::cyclic(96, 2), layout::block(64, 16)})
                for (std::size_t n : {8, 1 << 10, 64 << 10, 1 << 20}) {
                    auto made = choose_own(collective, *find_machine(name), where, n, {});
                    EXPECT_EQ(made.algorithm.find("shm"), made.algorithm.npos) << name << ' ' << collective << ' ' << n;
                }
}

TEST(SharedMemory, AMachineThatSaysNothingOfItHasNone)
{
    auto asked = simple_machine().sharing_memory(true);
    ASSERT_FALSE(asked);
    EXPECT_NE(asked.error().what.find("no \"shared_memory\""), std::string::npos);
}

} // namespace
} // namespace hocket

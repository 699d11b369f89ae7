// SPDX-License-Identifier: BSD-3-Clause
#include "choose/own_choice.hpp"
#include "rank_counts.hpp"
#include "scripts.hpp"
#include "simulate/job_cut.hpp"
#include "simulate/job_run.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

job_times timed(const machine& by, const layout& where, const char* spec, const collective_job& job,
                std::int64_t messages_each = 100, const simulation_options& with = {})
{
    simulator on(by, where);
    auto how = bind_algorithm("bcast", std::string_view(spec), priced_place("bcast", where, job.bytes, by));
    return run_job(on, where, *how, job, messages_each, with);
}

TEST(JobRun, RootsRotateOverTheFirstRanksOfTheNodes)
{
    auto where = layout::block(12, 4);
    collective_job job{.bytes = 1, .root = 5, .repeat = 4, .rotate_root = true};
    std::vector<int> roots;
    for (int k = 0; k < 4; ++k) roots.push_back(root_of(job, where, k));
    EXPECT_EQ(roots, (std::vector<int>{5, 8, 0, 4}));
    job.rotate_root = false;
    for (int k = 0; k < 4; ++k) EXPECT_EQ(root_of(job, where, k), 5);
}

// Once a sender's peers shared one stream and lost their own: 64 MB went to 8 children in 22 us.
TEST(JobRun, EveryChildOfManyIsServedAtTheRateOfAFlow)
{
    machine by;
    by.network = {.latency_us = 1, .flow_GBps = 3.3, .overhead_us = {}};
    auto where = layout::block(9, 1);
    const std::size_t n = 64'000'000;
    for (auto* spec : {"kary:k=3:segment=64K", "kary:k=8:segment=64K", "knomial:segment=64K"})
        EXPECT_GE(timed(by, where, spec, {.bytes = n}).time, double(n) * by.network.per_byte()) << spec;
}

// A chain over 4 ranks, 3 us to a hop; the next message follows when a rank in the middle is free again.
TEST(JobRun, BroadcastsInTurnFollowWithoutABarrier)
{
    auto where = layout::block(4, 1);
    double hop = 3 + 0.002, more = 2 * 0.5; // a rank in the middle receives one and sends one meanwhile
    auto one = timed(simple_machine(), where, "chain", {.bytes = 1});
    EXPECT_NEAR(one.time, 3 * hop, 1e-4);
    EXPECT_EQ(one.messages, 3);
    EXPECT_NEAR(one.root, 0.5, 1e-9);
    auto three = timed(simple_machine(), where, "chain", {.bytes = 1, .repeat = 3});
    EXPECT_NEAR(three.time, (3 * hop + 2 * more) / 3, 1e-4);
    EXPECT_EQ(three.messages, 3);
    EXPECT_FALSE(three.extrapolated);
    auto rotated = timed(simple_machine(), where, "chain", {.bytes = 1, .repeat = 3, .rotate_root = true});
    EXPECT_GT(rotated.time, three.time); // each starts where the last ended
}

TEST(JobRun, TwoStandForManyAboveTheLimit)
{
    auto where = layout::block(8, 2);
    collective_job job{.bytes = 1000, .repeat = 5, .rotate_root = true}, two = job;
    two.repeat = 2;
    auto many = timed(simple_machine(), where, "knomial", job, most_messages / 5 + 1);
    EXPECT_TRUE(many.extrapolated);
    EXPECT_EQ(many.time, timed(simple_machine(), where, "knomial", two).time);
    EXPECT_FALSE(timed(simple_machine(), where, "knomial", job, most_messages / 5).extrapolated);
    EXPECT_FALSE(timed(simple_machine(), where, "knomial", two, most_messages).extrapolated);
}

TEST(JobRun, WhatIsGivenUpIsALowerBound)
{
    auto where = layout::block(16, 2);
    for (int repeat : {1, 3}) {
        collective_job job{.bytes = 10'000, .repeat = repeat};
        double whole = timed(simple_machine(), where, "chain", job).time;
        for (double share : {0.1, 0.5, 0.9}) {
            auto part = timed(simple_machine(), where, "chain", job, 15, {.limit = share * whole});
            EXPECT_TRUE(part.abandoned);
            EXPECT_GE(part.time, share * whole * (1 - 1e-9));
            EXPECT_LE(part.time, whole);
        }
        EXPECT_FALSE(timed(simple_machine(), where, "chain", job, 15, {.limit = 1.001 * whole}).abandoned);
    }
}

// Everything that a machine can have, at once.
machine crowded_machine()
{
    auto by = simple_machine();
    by.nic = {.count = 2, .in_GBps = 0.4, .out_GBps = 0.5};
    by.memory_GBps = 2;
    by.node.eager_limit = by.network.eager_limit = 300;
    by.node.rendezvous_us = by.network.rendezvous_us = 3;
    by.fresh_buffer_us_per_MB = 100;
    by.port = {.buffer = 2000};
    by.groups = {.nodes = 2, .taper = 0.5};
    return by;
}

struct soundness_case {
    machine by;
    layout where;
    collective_job job;
};

void expect_sound(const soundness_case& at, const std::string& spec)
{
    auto& [by, where, job] = at;
    SCOPED_TRACE(job.collective + " " + spec + " on " + where.text() + " under " + by.name + ", bytes " +
                 std::to_string(job.bytes) + ", counts " + job.counts);
    auto place = priced_place(job.collective, where, job.bytes, by);
    place.element = double(element_of(job));
    auto how = bind_algorithm(job.collective, std::string_view(spec), place);
    if (!how) {
        EXPECT_NE(how.error().what.find(" needs "), std::string::npos) << how.error().what; // another place
        return;
    }
    simulator on(by, where);
    auto once = run_job(on, where, *how, job, 1), again = run_job(on, where, *how, job, 1);
    EXPECT_FALSE(once.trouble) << *once.trouble;
    EXPECT_FALSE(once.abandoned);
    EXPECT_GE(once.time, kind_of(job.collective).bound(by, where, job) * (1 - 1e-6));
    EXPECT_LE(once.average, once.time * (1 + 1e-12));
    EXPECT_LE(once.root, once.time * (1 + 1e-12));
    EXPECT_EQ(once.time, again.time);
    EXPECT_EQ(once.average, again.average);
    EXPECT_EQ(once.messages, again.messages);
}

std::vector<machine> machines()
{
    machine dropping = crowded_machine();
    dropping.name = "dropping";
    dropping.port = {.buffer = 4000, .drops = true, .rto_us = 50};
    return {crowded_machine(), dropping, *find_machine("aurora")};
}

void expect_all_sound(const std::string& collective, const std::vector<int>& ranks,
                      const std::vector<std::string>& counts)
{
    for (auto& spec : entries_of(collective))
        for (int p : ranks)
            for (auto& where :
                 {layout::block(p, p), layout::block(p, 1), layout::block(p, 4), layout::cyclic(p, std::min(p, 3))})
                for (auto& by : machines())
                    for (auto& name : counts)
                        for (std::size_t n : {100u, 10'000u}) {
                            int root = has_root(collective) ? p / 2 : 0;
                            expect_sound({by, where, {collective, n, root, 1, false, name}}, spec);
                            if (testing::Test::HasFatalFailure()) return;
                        }
}

TEST(JobRun, EveryEntryEndsNotBelowTheBoundAndTheSameEachTime)
{
    expect_all_sound("bcast", rank_counts(1, 40), {"equal"});
}

TEST(JobRun, EveryEntryOfARootedCollectiveToo)
{
    for (auto* collective : {"gather", "scatter"}) expect_all_sound(collective, {1, 2, 7, 16, 37}, {"equal"});
    for (auto* collective : {"gatherv", "scatterv"})
        expect_all_sound(collective, {1, 2, 7, 16, 37}, {"random", "one-giant", "zeros"});
}

TEST(JobRun, EveryEntryWithoutARootToo)
{
    for (auto* collective : {"barrier", "allgather", "allreduce", "reduce_scatter_block", "scan", "exscan", "reduce"})
        expect_all_sound(collective, {1, 2, 7, 16}, {"equal"});
    for (auto* collective : {"allgatherv", "reduce_scatter"})
        expect_all_sound(collective, {1, 2, 7, 16}, {"equal", "one-giant", "zeros"});
}

// Long messages of different lengths got a tenth more through a memory than its rate.
TEST(JobRun, AnAllreduceOfManyRanksOfANodeToo)
{
    auto where = layout::block(64, 64);
    for (auto& by : machines()) {
        for (auto& spec : entries_of("allreduce")) expect_sound({by, where, {"allreduce", 131'072}}, spec);
        auto* worst = "then(reduce_scatter=recursive-halving,allgather=ring)";
        expect_sound({by, where, {"allreduce", 1 << 20}}, worst);
    }
}

TEST(JobRun, EveryEntryOfAnAlltoallToo)
{
    expect_all_sound("alltoall", {1, 2, 7, 16}, {"equal"});
    for (auto* collective : {"alltoallv", "alltoallw"})
        expect_all_sound(collective, {1, 2, 7, 16}, {"equal", "one-giant", "zeros"});
}

} // namespace
} // namespace hocket

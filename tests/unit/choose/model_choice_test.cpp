// SPDX-License-Identifier: BSD-3-Clause
// Between an MPI library and Hocket's own algorithms, by a machine model and its tables.
#include "choose/chooser.hpp"
#include "choose/own_choice.hpp"
#include <gtest/gtest.h>

using namespace hocket;

namespace {

settings under(const char* machine, const char* library)
{
    settings by;
    by.model = *find_machine(machine);
    by.native = *find_native_library(library);
    return by;
}

} // namespace

// All sizes of an octave were asked for at its power of two, where Open MPI already runs another algorithm.
TEST(ModelChoice, JustUnderALimitOfTheLibraryItsRuleThereCounts)
{
    auto by = under("gigabit", "ompi-5.0");
    chooser choosing("alltoall", by, layout::block(16, 2));
    auto& below = choosing(500);
    EXPECT_NE(below.reason.find("modified_bruck"), below.reason.npos) << below.reason;
    EXPECT_EQ(below.to, 512u);
    auto& from = choosing(512);
    EXPECT_EQ(from.reason.find("modified_bruck"), from.reason.npos) << from.reason;
    EXPECT_EQ(from.from, 512u);
}

// 21 blocks at once do not fit before a port of 16 KiB; one swap that waits for its receiver does.
TEST(ModelChoice, WhereALibraryMayFloodAPortAnyGainCounts)
{
    auto by = under("gigabit", "mpich-5.0");
    by.model.shipped = false;
    by.model.port = {.buffer = 16384, .drops = true, .rto_us = 200'000};
    chooser choosing("alltoall", by, layout::block(22, 1));
    EXPECT_EQ(choosing(300).plan.text, "native") << choosing(300).reason;
    EXPECT_TRUE(choosing(32768).plan.text.starts_with("timetable:window=1:")) << choosing(32768).plan.text;
    EXPECT_NE(choosing(32768).plan.text.find("credit=4K"), std::string::npos) << choosing(32768).plan.text;
    by.model.port.rto_us = 2'500; // what is lost is 2 % of the time
    chooser cheap("alltoall", by, layout::block(22, 1));
    EXPECT_NE(cheap(256 << 10).reason.find("may flood a port"), std::string::npos) << cheap(256 << 10).reason;
    by.model.port.drops = false;
    chooser calm("alltoall", by, layout::block(22, 1));
    EXPECT_EQ(calm(256 << 10).plan.text, "native") << calm(256 << 10).reason;
}

// 8 hosts of 4 ranks at 10 Mbit/s, all on two processors: the swaps that flood no port wait for one another longer than
// one time-out takes. The library's alltoall took twice as long as the links need, seven time-outs.
TEST(ModelChoice, AFloodCostsMoreThanOneTimeOut)
{
    auto by = under("standard", "mpich-5.0");
    by.model = *parse_machine(R"({"schema": "hocket-machine-1", "name": "lab", "levels": [
        {"name": "node", "latency_us": 5, "flow_GBps": 2, "overhead_us": [[0, 48]]},
        {"name": "network", "latency_us": 150, "flow_GBps": 0.001196, "overhead_us": [[0, 400]]}],
        "nic": {"count": 1, "in_GBps": 0.001196, "out_GBps": 0.001196}, "memory_GBps": 4, "copy_GBps": 2,
        "reduce_GBps": {"any": 1}, "eager_limit": 16384, "rendezvous_us": 400,
        "switch": {"buffer": 16384, "on_full": "drop", "rto_us": 200000}})");
    chooser choosing("alltoall", by, layout::block(32, 4));
    EXPECT_TRUE(choosing(16384).plan.text.starts_with("node-timetable:flows=1:")) << choosing(16384).reason;
    EXPECT_NE(choosing(16384).plan.text.find("credit="), std::string::npos) << choosing(16384).plan.text;
}

// What a table says between two powers of two was asked for at the upper one.
TEST(ModelChoice, RulesOfATableHoldWhereTheySay)
{
    auto by = under("aurora", "mpich-5.0");
    auto where = layout::block(100, 10);
    auto own = choose_own("allgather", by.model, where, 20);
    ASSERT_TRUE(own.reason.starts_with("rule ")) << own.reason;
    ASSERT_LT(own.bytes.high, 33u);
    chooser choosing("allgather", by, where);
    EXPECT_EQ(choosing(20).plan.text, own.algorithm);
    EXPECT_EQ(choosing(20).to, own.bytes.high);
}

TEST(ModelChoice, TablesSpeakForFullNodesOfNeighboursOnly)
{
    auto by = *find_machine("gigabit");
    EXPECT_TRUE(choose_own("allgather", by, layout::block(96, 12), 2048).reason.starts_with("rule "));
    EXPECT_FALSE(choose_own("allgather", by, layout::cyclic(96, 8), 2048).reason.starts_with("rule "));
    EXPECT_FALSE(choose_own("allgather", by, layout::block(95, 12), 2048).reason.starts_with("rule "));
}

TEST(ModelChoice, AnOperatorThatDoesNotCommuteGetsWhatKeepsItsOrder)
{
    auto by = *find_machine("aurora");
    auto where = layout::block(96, 12);
    for (std::size_t n : {8u, 4096u, 1u << 20}) {
        auto own = choose_own("allreduce", by, where, n, {.commutative = false});
        auto at = priced_place("allreduce", where, n, by, {.commutative = false});
        EXPECT_TRUE(bind_algorithm("allreduce", std::string_view(own.algorithm), at)) << own.algorithm << " at " << n;
    }
}

// The shipped table of the machine, which knows of none, has its part where it does not pay.
TEST(ModelChoice, MulticastIsTakenWhereItIsThereAndPays)
{
    auto by = under("gigabit", "mpich-5.0");
    struct {
        const char* collective;
        int ppn;
        std::size_t bytes;
        const char* algorithm;
    } all[] = {{"bcast", 1, 8, "multicast"},
               {"bcast", 1, 1 << 20, "multicast"},
               {"bcast", 4, 8, "levels(across=multicast,"}, // what the library does inside nodes has no price
               {"bcast", 4, 64 << 10, "levels(across=multicast,"},
               {"allreduce", 1, 8, "rooted(reduce=flat:window=1,bcast=multicast)"}};
    for (auto& one : all) {
        auto where = layout::block(22 * one.ppn, one.ppn);
        chooser copying(one.collective, by, where, "", {.casts = true}), plain(one.collective, by, where);
        auto& with = copying(one.bytes);
        EXPECT_TRUE(with.plan.text.starts_with(one.algorithm)) << with.plan.text << ": " << with.reason;
        EXPECT_TRUE(with.plan.multicasts);
        auto& without = plain(one.bytes);
        EXPECT_EQ(without.plan.text.find("multicast"), std::string::npos) << without.plan.text;
        EXPECT_FALSE(without.plan.multicasts);
    }
    auto where = layout::block(22, 1);
    auto with = choose_own("allreduce", by.model, where, 4096, {.casts = true});
    auto without = choose_own("allreduce", by.model, where, 4096);
    EXPECT_EQ(with.algorithm, without.algorithm);
    EXPECT_EQ(with.reason, without.reason);
    EXPECT_TRUE(with.bytes.holds(4096) && with.bytes.high <= octave(4096).high);
}

TEST(ModelChoice, AMachineThatCopiesNothingHasNoMulticast)
{
    auto by = under("aurora", "mpich-5.0");
    for (std::size_t n = 8; n <= 4 << 20; n *= 8) {
        chooser copying("bcast", by, layout::block(64, 1), "", {.casts = true}),
            plain("bcast", by, layout::block(64, 1));
        EXPECT_EQ(copying(n).plan.text, plain(n).plan.text);
    }
}

// Of a library's collective whose part inside nodes has no price, what goes between nodes is a lower bound. On 8 hosts
// of 50 Mbit/s an allreduce of 1 KB that the standard model chose by it took 2.6 times as long as the library's.
TEST(ModelChoice, ALowerBoundIsNoPriceOnAMachineThatNobodyKnows)
{
    auto by = under("gigabit", "mpich-5.0");
    for (auto* collective : {"bcast", "barrier", "allreduce"}) {
        chooser choosing(collective, by, layout::block(88, 4));
        EXPECT_EQ(choosing(8).plan.text, "native") << choosing(8).reason;
        EXPECT_NE(choosing(8).reason.find("no exact price"), std::string::npos) << choosing(8).reason;
    }
}

TEST(ModelChoice, ALibraryIsHeldAgainstItsPartBetweenNodesOnAMachineThatIsKnown)
{
    auto by = under("efa-100g", "mpich-5.0");
    auto where = layout::block(256, 32);
    EXPECT_EQ(chooser("bcast", by, where)(512).plan.text, "native");
    by.model.named = true;
    chooser known("bcast", by, where);
    auto& made = known(512);
    EXPECT_EQ(made.plan.runs, way::own) << made.reason;
    EXPECT_NE(made.reason.find("release_gather inside, predicted at least"), std::string::npos) << made.reason;
}

// Who names what is assumed anyway gets what is run anyway.
TEST(ModelChoice, ToNameTheAssumedMachineChangesNothing)
{
    for (auto [name, known] : {std::pair("standard", false), std::pair("aurora", true)}) {
        auto line = std::string("HOCKET_MACHINE=") + name;
        const char* env[] = {line.c_str(), nullptr};
        EXPECT_EQ(read_settings(env)->model.named, known) << name;
    }
    const char* nothing[] = {nullptr};
    EXPECT_FALSE(read_settings(nothing)->model.named);
}

// What is named may fall back to a tree; what a choice counts on is tried first, and that takes all ranks.
TEST(ModelChoice, OnlyWhatNobodyHasNamedCountsOnMulticast)
{
    auto by = under("gigabit", "mpich-5.0");
    auto where = layout::block(22, 1);
    circumstances copying{.casts = true}, later{.nonblocking = true};
    EXPECT_TRUE(chooser("bcast", by, where, "", copying)(8).counts_on_multicast);
    EXPECT_FALSE(chooser("bcast", by, where, "multicast", copying)(8).counts_on_multicast);
    auto table = R"({"schema": "hocket-table-1", "rules": [{"collective": "bcast", "algorithm": "multicast"}]})";
    by.rules = std::make_shared<hocket::table>(*parse_table(table));
    for (auto& like : {copying, later}) {
        chooser choosing("bcast", by, where, "", like);
        EXPECT_TRUE(choosing(8).plan.multicasts);
        EXPECT_FALSE(choosing(8).counts_on_multicast);
    }
}

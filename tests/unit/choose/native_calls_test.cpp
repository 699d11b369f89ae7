// SPDX-License-Identifier: BSD-3-Clause
// Native rules of barriers and allgathers, and of collectives that call others.
#include "choose/native_book.hpp"
#include "native_chosen.hpp"
#include <gtest/gtest.h>

using namespace hocket;

namespace {

std::string mistake_of_rule(const std::string& rule)
{
    auto read = parse_native_rules(
        R"({"schema":"hocket-native-rules-1","library":"l","prints":["L"],"editions":[)"
        R"({"version":"1.0","source":"s","reduce":"a","allreduce":"b"}],)"
        R"("reduce":{"algorithms":{"x":{"spec":"flat"}},"rules":{"a":[{"when":{},"run":"x"}]},"settings":[]},)"
        R"("bcast":{"algorithms":{"x":{"spec":"flat"}},"rules":{"a":[{"when":{},"run":"x"}]},"settings":[]},)"
        R"("allreduce":{"algorithms":{"x":{}},"rules":{"b":[)" +
        rule + R"(]},"settings":[]}})");
    return read ? "" : read.error().what;
}

} // namespace

TEST(NativeCalls, MpichGathersToAllByTheTotal)
{
    auto pow2 = layout::block(64, 1), odd = layout::block(60, 1);
    EXPECT_EQ(chosen("mpich-5.0", "allgather", 8191, pow2).spec, "recursive-doubling");
    EXPECT_EQ(chosen("mpich-5.0", "allgather", 8192, pow2).spec, "ring");
    EXPECT_EQ(chosen("mpich-5.0", "allgatherv", 524287, pow2).spec, "recursive-doubling");
    EXPECT_EQ(chosen("mpich-5.0", "allgatherv", 81919, odd).spec, "bruck:k=2");
    EXPECT_EQ(chosen("mpich-5.0", "allgather", 81920 / 60 + 1, odd).spec, "ring");
}

TEST(NativeCalls, OpenMpiGathersToAllByTheBlock)
{
    auto spec = [](std::string_view collective, std::uint64_t n, int ranks) {
        return chosen("ompi-4.1", collective, n, layout::block(ranks, 1)).spec;
    };
    EXPECT_EQ(spec("allgather", 1 << 20, 16), "recursive-doubling");
    EXPECT_EQ(spec("allgather", 1 << 20, 17), "bruck:k=2"); // recursive doubling needs a power of two
    EXPECT_EQ(spec("allgather", 1024, 32), "neighbor-exchange");
    EXPECT_EQ(spec("allgather", 1024, 33), "ring"); // neighbours need an even number
    EXPECT_EQ(spec("allgatherv", 128 * 16 - 1, 16), "rooted(gather=flat:window=1,bcast=knomial:k=4)");
    EXPECT_EQ(spec("allgatherv", 128 * 16, 16), "bruck:k=2");
}

TEST(NativeCalls, HanGathersInTheNodeAndBroadcastsAllOfIt)
{
    auto made = chosen("ompi-5.0", "allgather", 1 << 16, layout::block(32, 8));
    // 32 blocks of 64 KiB are broadcast in a node of 8, 8 of them are gathered there; leaders have 512 KiB each.
    EXPECT_EQ(made.spec, "levels(across=recursive-doubling,inside=rooted(gather=knomial:k=2,bcast=flat:window=1024))");
    EXPECT_EQ(chosen("ompi-5.0", "allgather", 64, layout::block(16, 4)).spec,
              "levels(across=recursive-doubling,inside=rooted(gather=knomial:k=2,bcast=kary:k=2))");
}

TEST(NativeCalls, WhatIsCalledIsWhatTheLibraryWouldRunForIt)
{
    // Open MPI 5 sends the broadcast inside an allgatherv through HAN, where nodes are even.
    auto even = chosen("ompi-5.0", "allgatherv", 1000, layout::block(16, 8));
    EXPECT_NE(even.algorithm.find("han"), std::string::npos) << even.algorithm;
    auto one_each = chosen("ompi-5.0", "allgatherv", 1000, layout::block(16, 1));
    EXPECT_EQ(one_each.algorithm, chosen("ompi-4.1", "allgatherv", 1000, layout::block(16, 1)).algorithm);
}

TEST(NativeCalls, HanTakesUnevenNodesForSomeCollectivesOnly)
{
    auto uneven = layout::of(std::vector<int>{0, 0, 0, 1, 1});
    for (auto collective : {"barrier", "allreduce"})
        EXPECT_TRUE(chosen("ompi-5.0", collective, 64, uneven).algorithm.starts_with("han")) << collective;
    for (auto collective : {"bcast", "reduce", "allgather", "gather", "scatter"})
        EXPECT_EQ(chosen("ompi-5.0", collective, 64, uneven).rule, chosen("ompi-4.1", collective, 64, uneven).rule);
}

TEST(NativeCalls, BarriersDependOnRanksAlone)
{
    auto spec = [](const char* of, const layout& where) { return chosen(of, "barrier", 0, where).spec; };
    EXPECT_EQ(spec("ompi-4.1", layout::block(7, 1)), "flat");
    EXPECT_EQ(spec("ompi-4.1", layout::block(63, 1)), "recursive-doubling");
    EXPECT_EQ(spec("ompi-4.1", layout::block(255, 1)), "dissemination:k=2");
    EXPECT_EQ(spec("ompi-4.1", layout::block(256, 1)), "knomial:k=2");
    EXPECT_EQ(spec("ompi-5.0", layout::block(64, 8)), "levels(across=recursive-doubling,inside=recursive-doubling)");
    EXPECT_EQ(spec("mpich-5.0", layout::block(64, 1)), "dissemination:k=2");
}

TEST(NativeCalls, EveryPlaceHasARuleForEveryOperator)
{
    for (auto& name : native_library_names())
        for (auto of = *find_native_library(name); auto& collective : ruled_collectives())
            for (int nodes : {1, 2, 3, 5, 128, 1000})
                for (int ppn : {1, 2, 5, 64})
                    for (std::uint64_t n = 0; n < (1ull << 30); n = 4 * n + 7)
                        for (bool commutes : {true, false}) {
                            auto made = choose_native(of, collective, n, layout::block(nodes * ppn, ppn),
                                                      {.commutes = commutes});
                            ASSERT_EQ(made.algorithm.find("unknown"), std::string::npos)
                                << name << ' ' << collective << ' ' << nodes << 'x' << ppn << ' ' << n;
                        }
}

TEST(NativeCalls, MistakesInACallAreNamed)
{
    EXPECT_EQ(mistake_of_rule(R"({"when":{},"name":"two","calls":["reduce","reduce/a"]})"), "");
    EXPECT_NE(mistake_of_rule(R"({"when":{},"name":"two","calls":["reduce","reduce/z"]})").find("reduce/z"),
              std::string::npos);
    // An edition has to say how a collective that is called begins.
    EXPECT_NE(mistake_of_rule(R"({"when":{},"name":"two","calls":["reduce","bcast"]})").find("bcast"),
              std::string::npos);
    EXPECT_NE(mistake_of_rule(R"({"when":{},"name":"two","calls":["reduce"]})").find("not two"), std::string::npos);
    EXPECT_NE(mistake_of_rule(R"({"when":{},"calls":["reduce","reduce"]})").find("one of"), std::string::npos);
    EXPECT_NE(mistake_of_rule(R"({"when":{"fewer_elements_than":"nodes"},"run":"x"})").find("nor power_of_two"),
              std::string::npos);
    EXPECT_NE(mistake_of_rule(R"({"when":{"commutes":1},"run":"x"})").find("commutes"), std::string::npos);
}

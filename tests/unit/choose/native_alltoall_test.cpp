// SPDX-License-Identifier: BSD-3-Clause
// Native rules of alltoalls.
#include "choose/model_choice.hpp"
#include "native_chosen.hpp"
#include <gtest/gtest.h>
#include <map>

using namespace hocket;

namespace {

const std::string all_at_once = "flat:sends=0:receives=0";

std::map<std::string, std::string> specs_of_settings(const std::string& of, std::string_view collective, int ranks)
{
    std::map<std::string, std::string> all;
    for (auto& s : native_settings(*find_native_library(of), collective, 1024, layout::block(ranks, 1)))
        all[s.algorithm] = s.spec;
    return all;
}

} // namespace

TEST(NativeAlltoall, MpichDecidesByTheBlockInEveryEdition)
{
    for (auto name : {"mpich-4.0", "mpich-4.1", "mpich-4.2", "mpich-4.3", "mpich-5.0"}) {
        auto spec = [&](std::uint64_t n, const layout& where) { return chosen(name, "alltoall", n, where).spec; };
        auto eight = layout::block(8, 4), nine = layout::block(9, 3);
        EXPECT_EQ(spec(256, eight), all_at_once) << name;
        EXPECT_EQ(spec(256, nine), "bruck:k=2") << name;
        EXPECT_EQ(spec(257, nine), all_at_once) << name;
        EXPECT_EQ(spec(32768, nine), all_at_once) << name;
        EXPECT_EQ(spec(32769, eight), "xor") << name;
        EXPECT_EQ(spec(32769, nine), "pairwise") << name;
    }
}

TEST(NativeAlltoall, MpichGoesInBatchesOf32WithItself)
{
    for (auto collective : {"alltoall", "alltoallv", "alltoallw"}) {
        auto one = chosen("mpich-5.0", collective, 4096, layout::block(32, 8));
        auto several = chosen("mpich-5.0", collective, 4096, layout::block(33, 1));
        EXPECT_EQ(one.spec, all_at_once) << collective;
        EXPECT_TRUE(one.adds.empty() && one.differs.empty()) << collective;
        EXPECT_EQ(several.spec, "flat:sends=32:receives=32") << collective;
        EXPECT_FALSE(several.adds.empty()) << collective;
        EXPECT_TRUE(several.differs.empty()) << collective;
    }
    // The sizes of others have no part in it.
    for (std::uint64_t n : {0, 8, 1 << 20})
        EXPECT_EQ(chosen("mpich-5.0", "alltoallv", n, layout::block(16, 4)).spec, all_at_once);
}

TEST(NativeAlltoall, OpenMpiDecidesByFixedTable)
{
    for (auto name : {"ompi-4.1", "ompi-5.0"}) {
        auto named = [&](std::uint64_t n, int ranks) {
            return chosen(name, "alltoall", n, layout::block(ranks, ranks % 2 ? 1 : 2)).algorithm;
        };
        EXPECT_EQ(named(1, 2), "pairwise") << name;
        EXPECT_EQ(named(2, 2), "two_proc") << name;
        EXPECT_EQ(named(8191, 7), "linear_sync") << name;
        EXPECT_EQ(named(8192, 7), "linear") << name;
        EXPECT_EQ(named(511, 31), "modified_bruck") << name;
        EXPECT_EQ(named(262144, 64), "pairwise") << name;
        EXPECT_EQ(named(1 << 20, 4095), "linear") << name;
        EXPECT_EQ(named(65536, 4096), "linear_sync") << name;
    }
    EXPECT_EQ(chosen("ompi-5.0", "alltoall", 8191, layout::block(7, 1)).spec, all_at_once); // requests without a limit
}

TEST(NativeAlltoall, OpenMpiTakesRanksAloneWhereBlocksDiffer)
{
    auto spec = [](int ranks) { return chosen("ompi-5.0", "alltoallv", 4096, layout::block(ranks, 1)).spec; };
    for (int ranks : {3, 64, 127, 256, 1023}) EXPECT_EQ(spec(ranks), "pairwise") << ranks;
    for (int ranks : {4, 63, 128, 255, 1024}) EXPECT_EQ(spec(ranks), all_at_once) << ranks;
    EXPECT_EQ(chosen("ompi-4.1", "alltoallw", 1, layout::block(100, 10)).algorithm, "linear");
}

TEST(NativeAlltoall, SettingsAreOfTheVersionAndTheRanks)
{
    auto old = specs_of_settings("mpich-4.0", "alltoall", 16), now = specs_of_settings("mpich-4.1", "alltoall", 15);
    EXPECT_FALSE(old.contains("k_brucks, k = 4"));
    EXPECT_EQ(now["k_brucks, k = 4"], "bruck:k=4:sends=0");
    EXPECT_EQ(old["pairwise, xor"], "xor");
    EXPECT_FALSE(now.contains("pairwise, xor"));
    EXPECT_EQ(now["scattered, one at a time"], "pairwise"); // the first batch is the rank itself
    EXPECT_EQ(specs_of_settings("ompi-4.1", "alltoall", 16)["linear_sync, 8 at a time"], "flat:sends=8:receives=8");
    EXPECT_TRUE(specs_of_settings("ompi-5.0", "alltoallw", 16).empty());
}

TEST(NativeAlltoall, OneThrottleTunesAllThree)
{
    const char* env[] = {"MPIR_CVAR_ALLTOALL_THROTTLE=4", nullptr};
    for (auto collective : {"", "alltoall", "alltoallv", "alltoallw"}) EXPECT_NE(tuned_by(env, collective), "");
    EXPECT_EQ(tuned_by(env, "allgather"), "");
    const char* one[] = {"MPIR_CVAR_ALLTOALLV_INTRA_ALGORITHM=scattered", nullptr};
    EXPECT_EQ(tuned_by(one, "alltoall"), "");
    EXPECT_NE(tuned_by(one, "alltoallv"), "");
}

TEST(NativeAlltoall, WhereNothingMovesItStaysNative)
{
    for (auto name : {"mpich-5.0", "ompi-5.0"}) {
        auto by = find_machine("standard");
        auto made = choose_by_model("alltoall", *by, *find_native_library(name), layout::block(9, 3), 0);
        EXPECT_EQ(made.algorithm, "native");
        EXPECT_NE(made.reason.find("1.0 times"), std::string::npos) << made.reason;
    }
}

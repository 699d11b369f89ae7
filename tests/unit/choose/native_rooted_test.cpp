// SPDX-License-Identifier: BSD-3-Clause
// Native rules of gather, gatherv, scatter and scatterv.
#include "choose/native_book.hpp"
#include "native_chosen.hpp"
#include <gtest/gtest.h>

using namespace hocket;

namespace {

std::string named(const std::string& of, std::string_view collective, std::uint64_t bytes, int ranks)
{
    return chosen(of, collective, bytes, layout::block(ranks, 1)).algorithm;
}

} // namespace

TEST(NativeRooted, MpichGathersAndScattersByOneTreeAtEverySize)
{
    auto wide = layout::block(1024, 64);
    for (auto name : {"mpich-4.0", "mpich-4.3", "mpich-5.0"})
        for (auto collective : {"gather", "scatter"})
            for (std::uint64_t n : {1, 4096, 1 << 20}) {
                EXPECT_EQ(chosen(name, collective, n, wide).spec, "knomial:k=2");
                EXPECT_EQ(chosen(name, collective, n, wide).differs, "");
            }
}

TEST(NativeRooted, MpichSendsSynchronouslyFrom32RanksOnUpTo42)
{
    auto adds = [](const char* name, int ranks) { return chosen(name, "gatherv", 8192, layout::block(ranks, 4)).adds; };
    EXPECT_EQ(adds("mpich-4.2", 31), "");
    EXPECT_NE(adds("mpich-4.2", 32), "");
    EXPECT_EQ(adds("mpich-4.3", 32), "");
    EXPECT_EQ(adds("mpich-5.0", 1024), "");
}

TEST(NativeRooted, TheVFormsAreLinearWhateverTheSize)
{
    for (auto& name : native_library_names())
        for (auto collective : {"gatherv", "scatterv"})
            for (std::uint64_t n : {0, 64, 1 << 20}) {
                auto made = chosen(name, collective, n, layout::block(1024, 64));
                EXPECT_TRUE(made.spec.starts_with("flat:window=")) << name << ' ' << made.spec;
                EXPECT_EQ(made.spec == "flat:window=1", name.starts_with("ompi"));
            }
}

TEST(NativeRooted, OpenMpiDecidesByTheBlock)
{
    EXPECT_EQ(named("ompi-4.1", "gather", 1023, 7), "binomial");
    EXPECT_EQ(named("ompi-4.1", "gather", 1024, 7), "basic_linear");
    EXPECT_EQ(named("ompi-4.1", "gather", 262144, 7), "linear_sync");
    EXPECT_EQ(named("ompi-4.1", "gather", 262144, 8), "binomial");
    EXPECT_EQ(named("ompi-4.1", "gather", 4096, 256), "basic_linear");
    EXPECT_EQ(named("ompi-4.1", "scatter", 16383, 8), "binomial");
    EXPECT_EQ(named("ompi-4.1", "scatter", 16384, 8), "linear_nb");
    EXPECT_EQ(named("ompi-4.1", "scatter", 16384, 16), "basic_linear");
    EXPECT_EQ(named("ompi-4.1", "scatter", 512, 1024), "linear_nb");
}

TEST(NativeRooted, OpenMpi5PutsHanOverEvenNodesAndLeadersHaveTheBlocksOfTheirNode)
{
    // 1 KiB x 8 ranks of a node make 8 KiB for the leaders, of whom there are 4.
    EXPECT_EQ(chosen("ompi-5.0", "gather", 1024, layout::block(32, 8)).algorithm,
              "han: binomial across nodes, binomial inside");
    EXPECT_EQ(chosen("ompi-5.0", "gather", 512, layout::block(32, 8)).spec,
              "levels(across=flat:window=1,inside=knomial:k=2)");
    EXPECT_EQ(chosen("ompi-5.0", "scatter", 511, layout::block(1024, 64)).algorithm,
              "han: basic_linear across nodes, binomial inside");
    auto uneven = layout::of(std::vector<int>{0, 0, 0, 1});
    EXPECT_EQ(chosen("ompi-5.0", "gather", 100, uneven).algorithm, chosen("ompi-4.1", "gather", 100, uneven).algorithm);
}

TEST(NativeRooted, SettingsAreOfTheCollective)
{
    auto where = layout::block(64, 4);
    auto all = native_settings(*find_native_library("ompi-5.0"), "scatter", 1024, where);
    ASSERT_EQ(all.size(), 3u);
    for (auto& s : all) EXPECT_EQ(s.variables.back().first, "OMPI_MCA_coll_tuned_use_dynamic_rules") << s.algorithm;
    EXPECT_TRUE(native_settings(*find_native_library("mpich-5.0"), "gather", 1024, where).empty());
}

TEST(NativeRooted, TunedByAsksForOneCollectiveOrAll)
{
    const char* env[] = {"MPIR_CVAR_GATHERV_INTER_SSEND_MIN_PROCS=-1", nullptr};
    EXPECT_EQ(tuned_by(env), "MPIR_CVAR_GATHERV_INTER_SSEND_MIN_PROCS");
    EXPECT_EQ(tuned_by(env, "gatherv"), "MPIR_CVAR_GATHERV_INTER_SSEND_MIN_PROCS");
    EXPECT_EQ(tuned_by(env, "gather"), "");
    const char* wide[] = {"OMPI_MCA_coll_tuned_use_dynamic_rules=1", nullptr};
    EXPECT_NE(tuned_by(wide, "scatter"), "");
    const char* longer[] = {"MPIR_CVAR_REDUCE_SCATTER_BLOCK_INTRA_ALGORITHM=pairwise", nullptr};
    EXPECT_EQ(tuned_by(longer, "reduce"), "");
    EXPECT_EQ(tuned_by(longer, "reduce_scatter"), "");
    EXPECT_NE(tuned_by(longer, "reduce_scatter_block"), "");
}

TEST(NativeRooted, AnEditionNamesOnlyCollectivesAndListsThatAreThere)
{
    auto mistake_of = [](const std::string& edition) {
        auto read =
            parse_native_rules(R"({"schema":"hocket-native-rules-1","library":"l","prints":["L"],"editions":[)" +
                               edition + R"(],"gather":{"algorithms":{"x":{"spec":"knomial"}},)" +
                               R"("rules":{"a":[{"when":{},"run":"x"}]},"settings":[]}})");
        return read ? "" : read.error().what;
    };
    EXPECT_EQ(mistake_of(R"({"version":"1.0","source":"s","gather":"a"})"), "");
    EXPECT_NE(mistake_of(R"({"version":"1.0","source":"s","scatter":"a"})").find("scatter"), std::string::npos);
    EXPECT_NE(mistake_of(R"({"version":"1.0","source":"s","gather":"b"})").find("\"b\""), std::string::npos);
}

TEST(NativeRooted, ACollectiveWithoutRulesHasNoSpec)
{
    auto made = chosen("mpich-5.0", "ibcast", 8, layout::block(8, 4));
    EXPECT_EQ(made.algorithm, "unknown");
    EXPECT_EQ(made.spec, "");
}

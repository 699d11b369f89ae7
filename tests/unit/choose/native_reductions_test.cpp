// SPDX-License-Identifier: BSD-3-Clause
// Native rules of reductions: they look at the operator too.
#include "choose/native_book.hpp"
#include "native_chosen.hpp"
#include <gtest/gtest.h>

using namespace hocket;

namespace {

const native_operator sum{}, ordered{.commutes = false}, of_user{.built_in = false};
const std::string rabenseifner = "then(reduce_scatter=recursive-halving,allgather=recursive-doubling)";

} // namespace

TEST(NativeReductions, MpichAllreduceHalvesFrom9BytesOnIfTheOperatorIsBuiltIn)
{
    auto one_each = layout::block(64, 1);
    auto spec = [&](std::uint64_t n, const native_operator& op) {
        return chosen("mpich-5.0", "allreduce", n, one_each, op).spec;
    };
    EXPECT_EQ(spec(8, sum), "recursive-doubling");
    EXPECT_EQ(spec(511, sum), "recursive-doubling"); // 63 elements for 64 ranks
    EXPECT_EQ(spec(512, sum), rabenseifner);
    EXPECT_EQ(spec(256, {.element = 4}), rabenseifner);
    EXPECT_EQ(spec(1 << 20, of_user), "recursive-doubling");
    EXPECT_EQ(spec(1 << 20, ordered), "recursive-doubling");
}

TEST(NativeReductions, TheLargestPowerOfTwoCountsWhereRanksAreNone)
{
    auto odd = layout::block(100, 1);
    EXPECT_EQ(chosen("mpich-5.0", "reduce", 8 * 256, odd).spec, "knomial:k=2");
    auto wide = layout::block(300, 1);
    EXPECT_EQ(chosen("mpich-5.0", "reduce", 8 * 256 + 8, wide).algorithm, "reduce_scatter_gather");
    EXPECT_EQ(chosen("mpich-5.0", "reduce", 8 * 256 + 8, layout::block(600, 1)).algorithm, "binomial");
}

TEST(NativeReductions, MpichUsesSharedMemoryOnlyForOperatorsThatCommute)
{
    auto one_node = layout::block(8, 8), wide = layout::block(64, 8);
    for (auto collective : {"reduce", "allreduce"}) {
        EXPECT_EQ(chosen("mpich-5.0", collective, 1 << 16, one_node).algorithm, "release_gather") << collective;
        EXPECT_FALSE(chosen("mpich-5.0", collective, 1 << 16, wide).differs.empty()) << collective;
        for (auto& where : {one_node, wide}) {
            auto made = chosen("mpich-5.0", collective, 1 << 16, where, ordered);
            EXPECT_EQ(made.differs, "") << collective;
            EXPECT_EQ(made.spec.find("levels"), std::string::npos) << collective;
        }
    }
    EXPECT_TRUE(chosen("mpich-5.0", "allreduce", 1 << 16, wide).spec.starts_with("levels(across=" + rabenseifner));
}

TEST(NativeReductions, ReduceScattersThatKeepTheOrder)
{
    auto pow2 = layout::block(16, 1), odd = layout::block(15, 1);
    for (auto collective : {"reduce_scatter", "reduce_scatter_block"}) {
        EXPECT_EQ(chosen("mpich-5.0", collective, 64, pow2, ordered).spec, "butterfly");
        EXPECT_EQ(chosen("mpich-5.0", collective, 64, odd, ordered).algorithm, "recursive_doubling");
        EXPECT_EQ(chosen("mpich-5.0", collective, 64, odd).spec, "recursive-halving");
        EXPECT_TRUE(chosen("ompi-4.1", collective, 64, pow2, ordered).spec.starts_with("rooted(reduce=binary-in-order"))
            << collective;
    }
    // By all that is reduced: 16 blocks of 32 KiB.
    EXPECT_EQ(chosen("mpich-5.0", "reduce_scatter_block", 32767, pow2).spec, "recursive-halving");
    EXPECT_EQ(chosen("mpich-5.0", "reduce_scatter_block", 32768, pow2).spec, "pairwise");
    EXPECT_EQ(chosen("mpich-5.0", "reduce_scatter", 524288, pow2).spec, "pairwise");
}

TEST(NativeReductions, OpenMpiDecidesByFixedTable)
{
    auto named = [](std::string_view collective, std::uint64_t n, int ranks, const native_operator& op) {
        return chosen("ompi-4.1", collective, n, layout::block(ranks, 1), op).algorithm;
    };
    EXPECT_EQ(named("allreduce", 8191, 8, sum), "recursive_doubling");
    EXPECT_EQ(named("allreduce", 8192, 8, sum), "rabenseifner");
    EXPECT_EQ(named("allreduce", 8192, 8, ordered), "recursive_doubling");
    EXPECT_EQ(named("allreduce", 1 << 20, 8, ordered), "nonoverlapping: in-order_binary, then basic_linear");
    EXPECT_EQ(named("reduce", 4096, 7, sum), "chain");
    EXPECT_EQ(named("reduce", 4096, 7, ordered), "linear");
    EXPECT_EQ(named("reduce_scatter", 262144, 31, sum), "ring");
    EXPECT_EQ(named("reduce_scatter_block", 524288, 8, sum), "basic_linear: binomial, then linear_nb");
    EXPECT_EQ(named("scan", 1 << 20, 100, sum), "linear");
}

TEST(NativeReductions, OpenMpiFallsBackWhereElementsAreFew)
{
    auto spec = [](std::uint64_t n, int ranks) {
        return chosen("ompi-4.1", "allreduce", n, layout::block(ranks, 1)).spec;
    };
    EXPECT_EQ(spec(8, 4), "recursive-doubling"); // the rule says ring
    EXPECT_EQ(spec(32, 2), "recursive-doubling");
    EXPECT_EQ(spec(7, 2), "recursive-doubling");
    EXPECT_EQ(spec(4096, 3), "then(reduce_scatter=ring,allgather=ring)");
    EXPECT_EQ(spec(128, 32), "rooted(reduce=flat:window=1,bcast=flat:window=1024)"); // says rabenseifner: 16 elements
    EXPECT_EQ(spec(256, 32), rabenseifner);
}

TEST(NativeReductions, HanReducesByFewLibnbcStepsAndLeavesOtherOperatorsAlone)
{
    auto even = layout::block(64, 8);
    auto made = chosen("ompi-5.0", "allreduce", 1 << 20, even);
    EXPECT_TRUE(made.spec.starts_with("levels(across=rooted(reduce=then(")) << made.spec;
    EXPECT_TRUE(made.spec.ends_with("):segment=65536")) << made.spec;
    EXPECT_EQ(chosen("ompi-5.0", "reduce", 1024, layout::block(8, 4)).algorithm,
              "han: ireduce binomial across nodes, binary inside");
    for (auto collective : {"reduce", "allreduce"})
        EXPECT_EQ(chosen("ompi-5.0", collective, 4096, even, ordered).algorithm,
                  chosen("ompi-4.1", collective, 4096, even, ordered).algorithm);
}

TEST(NativeReductions, AnOperatorThatCommutesIsTheDefault)
{
    for (auto& name : native_library_names())
        for (auto& collective : ruled_collectives())
            for (std::uint64_t n : {8, 4096, 1 << 20})
                EXPECT_EQ(chosen(name, collective, n, layout::block(96, 12)).rule,
                          chosen(name, collective, n, layout::block(96, 12), sum).rule);
}

TEST(NativeReductions, SettingsAreOnlyThoseThatTheOperatorAllows)
{
    auto where = layout::block(64, 4);
    auto has = [&](const native_operator& op, const std::string& algorithm) {
        for (auto& s : native_settings(*find_native_library("mpich-5.0"), "allreduce", 1 << 20, where, op))
            if (s.algorithm == algorithm) return true;
        return false;
    };
    EXPECT_TRUE(has(sum, "ring"));
    EXPECT_FALSE(has(ordered, "ring"));
    EXPECT_TRUE(has(ordered, "recursive_doubling"));
    EXPECT_FALSE(has(of_user, "reduce_scatter_allgather"));
}

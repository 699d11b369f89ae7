// SPDX-License-Identifier: BSD-3-Clause
#include "catalogue/catalogue.hpp"
#include "choose/native_book.hpp"
#include "choose/native_rules.hpp"
#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>

using namespace hocket;

namespace {

native_library library(const std::string& name)
{
    return *find_native_library(name);
}

std::string named(const std::string& of, std::uint64_t bytes, const layout& where)
{
    return choose_native(library(of), "bcast", bytes, where).algorithm;
}

std::string pattern(const std::string& of, std::uint64_t bytes, const layout& where)
{
    return choose_native(library(of), "bcast", bytes, where).spec;
}

const std::string ring = "then(scatter=knomial,allgather=ring)";

} // namespace

TEST(NativeRules, MpichLooksAtTheSizeOnly)
{
    auto wide = layout::block(6144, 12);
    for (auto name : {"mpich-4.0", "mpich-4.3", "mpich-5.0"}) {
        EXPECT_EQ(named(name, 1221360, wide), "scatter_ring_allgather");
        EXPECT_EQ(pattern(name, 1221360, wide), ring);
        EXPECT_EQ(pattern(name, 12289, wide), ring);
    }
    EXPECT_NE(choose_native(library("mpich-5.0"), "bcast", 1221360, wide).rule.find("bytes"), std::string::npos);
}

TEST(NativeRules, MpichAtItsLimits)
{
    auto one_each = layout::block(64, 1), odd = layout::block(63, 1), few = layout::block(7, 1);
    EXPECT_EQ(named("mpich-5.0", 12288, one_each), "binomial");
    EXPECT_EQ(named("mpich-5.0", 12289, one_each), "scatter_recursive_doubling_allgather");
    EXPECT_EQ(named("mpich-5.0", 524288, one_each), "scatter_recursive_doubling_allgather");
    EXPECT_EQ(named("mpich-5.0", 524289, one_each), "scatter_ring_allgather");
    EXPECT_EQ(named("mpich-5.0", 12289, odd), "scatter_ring_allgather");
    EXPECT_EQ(named("mpich-5.0", 1 << 30, few), "binomial");
}

TEST(NativeRules, MpichComposesOverNodesInBetween)
{
    auto pow2 = layout::block(64, 8), odd = layout::block(96, 12);
    EXPECT_EQ(pattern("mpich-5.0", 12287, pow2), "levels(across=knomial:k=2,inside=flat:window=1024)");
    EXPECT_TRUE(named("mpich-5.0", 524287, pow2).starts_with("composition beta: scatter_rec"));
    EXPECT_EQ(named("mpich-5.0", 524288, pow2), "scatter_recursive_doubling_allgather");
    EXPECT_EQ(named("mpich-5.0", 12288, odd), "binomial"); // one byte between the limits of the two tables
    EXPECT_EQ(named("mpich-5.0", 100, layout::block(8, 8)), "release_gather");
    EXPECT_FALSE(choose_native(library("mpich-5.0"), "bcast", 100, pow2).differs.empty());
}

TEST(NativeRules, OpenMpi4DecidesByFixedTable)
{
    auto wide = layout::block(6144, 12);
    EXPECT_EQ(named("ompi-4.1", 1221360, wide), "scatter_allgather");
    EXPECT_EQ(named("ompi-4.1", 16383, wide), "binary_tree");
    EXPECT_EQ(named("ompi-4.1", 16384, layout::block(256, 1)), "split_binary_tree");
    EXPECT_EQ(named("ompi-4.1", 1 << 20, layout::block(4, 1)), "chain");
}

TEST(NativeRules, OpenMpi5PutsHanOverEvenNodes)
{
    auto wide = layout::block(6144, 12);
    EXPECT_EQ(pattern("ompi-5.0", 1221360, wide), "levels(across=knomial:k=2,inside=flat:window=1024):segment=65536");
    EXPECT_EQ(pattern("ompi-5.0", 65536, wide), "levels(across=knomial:k=4,inside=flat:window=1024)"); // one segment
    EXPECT_EQ(pattern("ompi-5.0", 1 << 20, layout::block(32, 8)),
              "levels(across=flat:window=1024,inside=flat:window=1024):segment=65536"); // libnbc up to 4 nodes
    auto uneven = layout::of(std::vector<int>{0, 0, 0, 1});
    EXPECT_EQ(named("ompi-5.0", 100, uneven), named("ompi-4.1", 100, uneven));
    EXPECT_EQ(named("ompi-5.0", 5000, layout::block(8, 8)), "binary_tree");
}

TEST(NativeRules, EveryPlaceHasARule)
{
    std::vector<std::uint64_t> sizes{0, 1};
    for (std::uint64_t n = 2; n < (1ull << 33); n *= 2) sizes.insert(sizes.end(), {n - 1, n, n + 1});
    for (auto& name : native_library_names())
        for (auto of = library(name); auto& collective : own_collectives())
            for (int nodes : {1, 2, 3, 4, 5, 8, 37, 128, 1000})
                for (int ppn : {1, 2, 5, 12, 64})
                    for (auto where = layout::block(nodes * ppn, ppn); auto n : sizes) {
                        auto made = choose_native(of, collective, n, where);
                        ASSERT_EQ(made.algorithm.find("unknown"), std::string::npos)
                            << name << ' ' << collective << ' ' << nodes << 'x' << ppn << ' ' << n;
                    }
}

TEST(NativeRules, EverySpecIsOfTheCatalogue)
{
    for (auto& book : native_books())
        for (auto& [collective, part] : book->parts) {
            if (!std::ranges::count(own_collectives(), collective)) continue;
            for (auto& [name, a] : part.algorithms)
                EXPECT_TRUE(a.spec.empty() || bool(canonical_spec(collective, a.spec))) << name << ' ' << a.spec;
            for (auto& s : part.settings)
                EXPECT_TRUE(bool(canonical_spec(collective, s.is.spec))) << s.is.algorithm << ' ' << s.is.spec;
        }
}

TEST(NativeRules, MendingIsTheCheapestSettingOfTheVersion)
{
    auto wide = layout::block(6144, 12);
    std::set<std::string> asked;
    auto price = [&](const std::string& s) -> std::optional<double> {
        asked.insert(s);
        if (s == ring) return {}; // no price: never taken
        return s.find("recursive-doubling") != s.npos && !s.starts_with("levels") ? 1.0 : 2.0;
    };
    auto found = mending(library("mpich-5.0"), "bcast", 1221360, wide, price);
    ASSERT_TRUE(bool(found));
    EXPECT_EQ(found->with.algorithm, "scatter_recursive_doubling_allgather");
    std::map<std::string, std::string> set(found->with.variables.begin(), found->with.variables.end());
    EXPECT_EQ(set["MPIR_CVAR_BCAST_INTRA_ALGORITHM"], "scatter_recursive_doubling_allgather");
    EXPECT_EQ(set["MPIR_CVAR_BCAST_DEVICE_COLLECTIVE"], "0");
    EXPECT_TRUE(asked.contains("kary:k=2:segment=8K"));
    for (auto& s : native_settings(library("mpich-4.0"), "bcast", 1221360, wide))
        EXPECT_FALSE(s.algorithm.starts_with("tree")) << "4.0 has no such algorithm";
    EXPECT_FALSE(bool(mending(library("ompi-5.0"), "bcast", 8, layout::block(1, 1), price)));
}

// SPDX-License-Identifier: BSD-3-Clause
#include "catalogue/catalogue.hpp"
#include <algorithm>
#include <gtest/gtest.h>

using namespace hocket;

TEST(Bind, EveryGridEntryBindsAndPrintsWithoutAuto)
{
    auto where = layout::block(12, 4);
    for (auto& text : grid_of("bcast", true)) {
        auto b = bind_algorithm("bcast", text, {&where, 70001});
        ASSERT_TRUE(b) << text;
        EXPECT_EQ(b->text.find("auto"), std::string::npos);
        EXPECT_EQ(b->text, text);
        EXPECT_EQ(b->runs == way::own, std::visit([](auto& one) { return one != nullptr; }, b->run));
        EXPECT_EQ(b->uses_native, text.find("native") != text.npos);
    }
}

TEST(Bind, AutoTakesTheCheapestDeclared)
{
    auto where = layout::block(64, 1);
    for (double n : {1.0, 4096.0, 1048576.0, 67108864.0}) {
        auto picked = bind_algorithm("bcast", "circulant:blocks=auto", {&where, n});
        ASSERT_TRUE(picked);
        auto of = place{&where, n}.as_problem();
        for (auto& text : grid_of("bcast", false)) {
            if (!text.starts_with("circulant")) continue;
            EXPECT_LE(picked->declared(of).finish, (*bind_algorithm("bcast", text, {&where, n})).declared(of).finish)
                << text << " at " << n;
        }
    }
    EXPECT_EQ((*bind_algorithm("bcast", "circulant:blocks=auto", {&where, 1})).text, "circulant:blocks=1");
}

TEST(Bind, AutoInsideAPartIsSettledForThePart)
{
    auto where = layout::block(64, 8);
    auto b = bind_algorithm("bcast", "levels(across=circulant:blocks=auto,inside=knomial:k=auto):segment=auto",
                            {&where, 1 << 22});
    ASSERT_TRUE(b);
    EXPECT_EQ(b->text.find("auto"), std::string::npos);
}

TEST(Catalogue, EveryEntryTellsItsCostAndSource)
{
    for (auto& e : catalogue_entries()) {
        EXPECT_FALSE(e.rounds.empty()) << e.name;
        EXPECT_FALSE(e.bytes.empty()) << e.name;
        EXPECT_FALSE(e.messages.empty()) << e.name;
        EXPECT_FALSE(e.source.empty()) << e.name;
    }
    EXPECT_TRUE(catalogue_entries("no such collective").empty());
}

TEST(Catalogue, NamesAndAliasesAreUnique)
{
    for (auto* collective : {"bcast", "scatter", "allgather"}) {
        std::vector<std::string> seen;
        for (auto& e : catalogue_entries(collective)) {
            seen.push_back(e.name);
            seen.insert(seen.end(), e.aliases.begin(), e.aliases.end());
        }
        auto count = seen.size();
        std::sort(seen.begin(), seen.end());
        seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
        EXPECT_EQ(seen.size(), count) << collective;
    }
}

TEST(Bind, WhatIsNeverTheLeastDeclaredSaysWhy)
{
    auto where = layout::block(64, 1);
    place small{&where, 64.0 * 8}, large{&where, 64.0 * (1 << 20)};
    EXPECT_EQ(never_least_because("gather", "knomial:k=2", small), "");
    EXPECT_NE(never_least_because("gather", "knomial:k=2", large).find(" MB of others' data"), std::string::npos);
    EXPECT_EQ(never_least_because("gather", "flat", large), "");
    EXPECT_NE(never_least_because("gather", "all-at-once", small).find("flood"), std::string::npos);
    EXPECT_NE(never_least_because("bcast", "shm", small).find("memory"), std::string::npos);
}

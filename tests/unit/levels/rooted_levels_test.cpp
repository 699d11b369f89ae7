// SPDX-License-Identifier: BSD-3-Clause
#include "canonical.hpp"
#include "levels/rooted_trial.hpp"

using namespace hocket;

namespace {

constexpr price rounds{1, 0}, in_bytes{0, 1};

void expect_declared(const std::string& spec, const layout& where, double slack)
{
    for (auto* collective : {"gather", "scatter"})
        for (auto& unit : {rounds, in_bytes}) {
            auto found = blocks_under(collective, spec, where, 1000, unit);
            EXPECT_GE(found.declared, found.counted * (1 - 1e-9)) << collective << " " << spec << " " << where.text();
            EXPECT_LE(found.declared, slack * found.counted) << collective << " " << spec << " " << where.text();
        }
}

} // namespace

TEST(RootedLevels, RightOnAnyLayoutFromAnyRoot)
{
    for (auto* collective : {"gather", "scatter"})
        for (auto* spec :
             {"levels", "levels(across=flat,inside=flat:credit=1:first=8):leaders=2",
              "levels(across=bine,inside=bine):leaders=3", "levels(across=knomial:k=4,inside=knomial:k=3)"})
            for (int p : {1, 2, 3, 5, 8, 13, 19}) expect_gathers_everywhere(collective, spec, p);
}

TEST(RootedLanes, RightOnAnyLayoutFromAnyRoot)
{
    for (auto* collective : {"gather", "scatter"})
        for (auto* spec : {"lanes", "lanes(across=flat,inside=bine)", "lanes(across=bine,inside=flat:window=2)"})
            for (int p : {1, 2, 3, 5, 8, 13, 19}) expect_gathers_everywhere(collective, spec, p);
}

TEST(RootedLevels, OneLeaderDeclaresWhatItTakes)
{
    for (auto& where : {layout::block(64, 16), layout::block(24, 6), layout::cyclic(24, 4), layout::block(8, 8)})
        for (auto* spec : {"levels", "levels(across=flat,inside=flat)", "levels(across=bine,inside=bine)"})
            expect_declared(spec, where, 1.0 + 1e-9);
}

// Messages between the leaders of one node go beside those to other nodes, which is not declared.
TEST(RootedLevels, SeveralLeadersDeclareAtMostAQuarterMore)
{
    for (auto& where : {layout::block(64, 16), layout::block(64, 8), layout::cyclic(64, 8)})
        for (auto* spec : {"levels", "levels(across=flat)", "levels(across=bine)"})
            for (auto* leaders : {":leaders=2", ":leaders=4"})
                expect_declared(std::string(spec) + leaders, where, 1.25);
}

TEST(RootedLanes, DeclareWhatTheyTake)
{
    for (auto& where : {layout::block(64, 16), layout::block(24, 6), layout::cyclic(24, 4), layout::block(8, 8)})
        for (auto* spec : {"lanes", "lanes(across=flat,inside=flat)", "lanes(across=bine,inside=bine)"})
            expect_declared(spec, where, 1.0 + 1e-9);
}

TEST(RootedLevels, PrintAndRefuse)
{
    EXPECT_EQ(canonical("gather", "levels"), "levels(across=knomial,inside=knomial)");
    EXPECT_EQ(canonical("scatter", "lanes"), "lanes(across=knomial,inside=knomial)");
    EXPECT_EQ(canonical("scatterv", "traeff"), "merge-tree");
    auto has = [](std::string_view spec, std::initializer_list<const char*> words) {
        auto found = canonical("gather", spec);
        for (auto* w : words) EXPECT_NE(found.find(w), std::string::npos) << found << " lacks " << w;
    };
    has("levels(across=native)", {"mistake", "native", "part across", "valid: knomial"});
    has("levels(inside=lanes)", {"mistake", "lanes", "part inside"});
    has("levels:leaders=0", {"mistake", "leaders"});
    has("merge-tree", {"mistake", "merge-tree"});
}

// SPDX-License-Identifier: BSD-3-Clause
#include "canonical.hpp"
#include "levels/layouts.hpp"

using namespace hocket;

namespace {

const std::string all_levels = "levels(across=knomial,socket=flat,numa=chain,l3=knomial,inside=knomial)";

} // namespace

TEST(Levels, RightOnAnyLayoutFromAnyRoot)
{
    for (auto spec : {all_levels, all_levels + ":segment=192", std::string("levels(numa=knomial):segment=64"),
                      std::string("levels(across=native,socket=knomial,l3=flat):segment=192"), std::string("levels")})
        for (int p : {1, 2, 3, 5, 8, 13, 19}) expect_right_everywhere(spec, p);
}

TEST(Levels, PrintsInTheOrderOfTheLevels)
{
    EXPECT_EQ(canonical("bcast", "levels(inside=flat,l3=flat,across=flat,socket=chain)"),
              "levels(across=flat,socket=chain,l3=flat,inside=flat)");
    EXPECT_EQ(canonical("bcast", "levels(numa=flat)"), "levels(across=knomial,numa=flat,inside=knomial)");
    EXPECT_EQ(canonical("bcast", "levels"), "levels(across=knomial,inside=knomial)");
    auto where = layout::block(24, 12).divided(domain::numa, 3);
    auto bound = bind_algorithm("bcast", "levels(numa=knomial:k=auto,l3=flat):segment=auto", {&where, 1 << 20});
    ASSERT_TRUE(bound);
    EXPECT_EQ(canonical("bcast", bound->text), bound->text);
    EXPECT_NE(bound->text.find("numa=knomial"), std::string::npos);
}

TEST(Levels, WhatIsNotValidIsNamed)
{
    auto has = [](std::string_view spec, std::initializer_list<const char*> words) {
        for (auto* w : words)
            EXPECT_NE(canonical("bcast", spec).find(w), std::string::npos)
                << canonical("bcast", spec) << " lacks " << w;
    };
    has("levels(socket=native)", {"mistake", "native", "part socket"});
    has("levels(inside=levels)", {"mistake", "levels", "part inside", "socket, numa and l3"});
    has("levels(inside=lanes)", {"mistake", "lanes", "part inside"});
    has("levels:leaders=2", {"mistake", "leaders", "lanes("});
    has("levels(core=flat)", {"mistake", "\"core\"", "numa"});
    has("levels(numa=flat,numa=flat)", {"mistake", "twice"});
}

// Where the layout knows nothing of a level, or has one domain of it, the part makes no difference.
TEST(Levels, ALevelThatIsNotThereDoesNothing)
{
    auto plain = layout::block(32, 8), single = plain.divided(domain::socket, 8);
    auto expected = rounds_of("levels(across=chain,inside=chain):segment=1K", plain, 20 << 10);
    for (auto& where : {plain, single}) {
        auto found = rounds_of("levels(across=chain,socket=flat,l3=flat,inside=chain):segment=1K", where, 20 << 10);
        EXPECT_EQ(found.counted, expected.counted);
        EXPECT_EQ(found.declared, expected.declared);
    }
}

// A leader's levels inside its node share its port; everything else overlaps. How they interleave there is not
// declared.
TEST(Levels, NeighbouringSegmentsOverlapOnAllLevels)
{
    auto where = layout::block(96, 24).divided(domain::socket, 12).divided(domain::numa, 4);
    for (auto* parts : {"(across=chain,socket=flat,numa=chain,inside=chain)",
                        "(across=knomial,socket=knomial,numa=knomial,inside=knomial)", "(across=flat,numa=flat)"}) {
        auto spec = std::string("levels") + parts + ":segment=1K";
        auto one = rounds_of(spec, where, 1 << 10), many = rounds_of(spec, where, 30 << 10);
        EXPECT_EQ(one.declared, one.counted) << spec;
        EXPECT_NEAR(many.declared, many.counted, 0.02 * many.counted) << spec;
        EXPECT_LT(many.counted, 0.8 * 30 * one.counted) << spec;
    }
}

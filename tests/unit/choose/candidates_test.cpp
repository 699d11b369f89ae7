// SPDX-License-Identifier: BSD-3-Clause
#include "choose/candidates.hpp"
#include "choose/chooser.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

place where_is(const layout& on, double n)
{
    place at{&on, n};
    return at;
}

TEST(Candidates, OneForEachFamilyTheCheapestFirst)
{
    auto on = layout::block(16, 4);
    auto all = candidates("bcast", where_is(on, 65536), "chain:segment=4K");
    ASSERT_GT(all.size(), 5u);
    for (std::size_t i = 1; i < all.size(); ++i) EXPECT_LE(all[i - 1].typical, all[i].typical);
    int knomials = 0;
    for (auto& one : all) knomials += one.spec.starts_with("knomial");
    EXPECT_EQ(knomials, 1);
}

TEST(Alternatives, SayWhoComesNextAndWhoCannotRun)
{
    auto three = layout::block(3, 3), four = layout::block(4, 4);
    auto text = alternatives("allreduce", where_is(three, 64), "ring");
    EXPECT_TRUE(text.starts_with("; next ")) << text;
    EXPECT_NE(text.find(" times its declared time"), std::string::npos) << text;
    EXPECT_EQ(alternatives("alltoall", where_is(four, 64), "flat").find("; not: "), std::string::npos);
    EXPECT_NE(alternatives("alltoall", where_is(three, 64), "flat").find("; not: xor needs a power of two"),
              std::string::npos);
    EXPECT_TRUE(alternatives("bcast", where_is(four, 64), "native").starts_with("; of Hocket's "));
}

TEST(Alternatives, OfAChoice)
{
    settings by;
    by.forced["bcast"] = "chain";
    chooser choosing("bcast", by, layout::block(8, 4));
    auto text = choosing.alternatives_to(choosing(4000), 4000);
    EXPECT_TRUE(text.starts_with("; next ")) << text;
    EXPECT_EQ(text.find("next chain,"), std::string::npos) << text;
}

} // namespace
} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#include "tool/number_list.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

using numbers = std::vector<int>;

TEST(NumberList, ReadsNumbersAndRanges)
{
    EXPECT_EQ(*number_list("7", 1, 9), numbers{7});
    EXPECT_EQ(*number_list("1-3,8,2", 1, 9), (numbers{1, 2, 3, 8, 2}));
    EXPECT_EQ(*number_list("0", 0, 9), numbers{0});
}

TEST(NumberList, RefusesTheRestByName)
{
    for (auto text : {"", ",", "1,", "-", "1-", "-3", "3-1", "0", "10", "1-10", "x", "1x", "1 ,2", "99999999999"}) {
        auto wrong = number_list(text, 1, 9);
        ASSERT_FALSE(wrong) << text;
        EXPECT_NE(wrong.error().what.find("expected numbers from 1 to 9"), std::string::npos) << wrong.error().what;
    }
}

} // namespace
} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#include "world/samples.hpp"
#include <gtest/gtest.h>
#include <vector>

namespace hocket {
namespace {

TEST(Samples, AreWhatTheyAreDeclaredToBe)
{
    for (std::size_t salt : {0u, 1u, 60u, 255u, 256u, 99'991u})
        for (std::size_t n : {0u, 1u, 255u, 256u, 257u, 70'001u, 200'000u}) {
            std::vector<std::byte> right(n), wrong(n);
            fill_samples(right, salt);
            fill_samples(wrong, salt, false);
            for (std::size_t i = 0; i < n; ++i) {
                ASSERT_EQ(right[i], std::byte(167 * i + 13 * (i / 256) + 7 * (i / 65536) + salt)) << i;
                ASSERT_EQ(wrong[i], ~right[i]) << i;
            }
        }
}

TEST(Samples, TheFirstDifferenceIsFoundWhereverItIs)
{
    std::vector<std::byte> all(777);
    fill_samples(all, 5);
    auto other = all;
    EXPECT_EQ(first_difference(all, other), 777u);
    EXPECT_EQ(first_difference({}, {}), 0u);
    for (std::size_t i = all.size(); i-- > 0;) {
        other[i] ^= std::byte(1);
        EXPECT_EQ(first_difference(all, other), i);
    }
}

} // namespace
} // namespace hocket

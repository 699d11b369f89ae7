// SPDX-License-Identifier: BSD-3-Clause
#include "world/samples.hpp"
#include <cstdlib>
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

// In place, what goes from rank 0 to rank 4 was the same as what comes back: nobody had to send it.
TEST(Samples, ABlockIsNotLikeTheOneThatComesBackNorLikeNearOnes)
{
    for (int from = 0; from < 64; ++from)
        for (int to = 0; to < 64; ++to)
            for (int i = 0; i < 64; ++i)
                for (int j = 0; j < 64; ++j) {
                    bool same = from == i && to == j, back = from == j && to == i;
                    bool near = std::abs(from - i) < 15 && std::abs(to - j) < 15;
                    if (same || !(back || near)) continue;
                    ASSERT_NE(salt_of(from, to) % 256, salt_of(i, j) % 256)
                        << from << "->" << to << ' ' << i << "->" << j;
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

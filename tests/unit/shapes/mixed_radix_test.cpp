// SPDX-License-Identifier: BSD-3-Clause
#include "shapes/mixed_radix.hpp"
#include <algorithm>
#include <gtest/gtest.h>
#include <limits>

namespace hocket {
namespace {

TEST(MixedRadix, FactorsArePrimeAndMakeUpTheRanks)
{
    for (int p = 1; p <= 1024; ++p)
        for (bool largest_first : {false, true}) {
            mixed_radix at(p, largest_first);
            std::span factors(at.factors.data(), std::size_t(at.rounds));
            int product = 1;
            for (int f : factors) {
                product *= f;
                for (int d = 2; d * d <= f; ++d) ASSERT_NE(f % d, 0) << f;
            }
            ASSERT_EQ(product, p);
            ASSERT_TRUE(largest_first ? std::ranges::is_sorted(factors, std::greater<>{})
                                      : std::ranges::is_sorted(factors))
                << p;
        }
}

TEST(MixedRadix, HoldsAtTheLargestInt)
{
    constexpr int huge = std::numeric_limits<int>::max(); // a prime
    EXPECT_EQ(mixed_radix(huge).rounds, 1);
    EXPECT_EQ(mixed_radix(1 << 30).rounds, 30);
}

} // namespace
} // namespace hocket

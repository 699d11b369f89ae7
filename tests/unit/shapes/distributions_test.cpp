// SPDX-License-Identifier: BSD-3-Clause
#include "shapes/distributions.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

std::size_t sum(const std::vector<std::size_t>& sizes)
{
    return std::accumulate(sizes.begin(), sizes.end(), std::size_t(0));
}

TEST(Distributions, KeepTheMean)
{
    for (auto name : distribution_names)
        for (int p : {1, 2, 3, 7, 64, 512})
            for (std::size_t mean : {0u, 1u, 5u, 4096u, 1000003u}) {
                auto sizes = distributed(name, p, mean, 1);
                EXPECT_EQ(sizes.size(), std::size_t(p));
                EXPECT_EQ(sum(sizes), mean * std::size_t(p)) << name << " " << p << " " << mean;
            }
}

TEST(Distributions, AreDrawnBySeed)
{
    for (auto name : distribution_names) {
        EXPECT_EQ(distributed(name, 64, 4096, 3), distributed(name, 64, 4096, 3)) << name;
        if (name == "equal") continue;
        EXPECT_NE(distributed(name, 64, 4096, 3), distributed(name, 64, 4096, 4)) << name;
    }
}

TEST(Distributions, AreWhatTheirNamesSay)
{
    auto sorted = [](std::string_view name) {
        auto sizes = distributed(name, 32, 65536, 1);
        std::ranges::sort(sizes, std::greater());
        return sizes;
    };
    auto giant = sorted("one-giant");
    EXPECT_NEAR(double(giant[1]), 1024, 1);
    EXPECT_GT(giant[0], 31u * 65536);
    auto zipf = sorted("zipf");
    for (int k = 1; k < 32; ++k) EXPECT_NEAR(double(zipf[std::size_t(k)]) * (k + 1), double(zipf[0]), 2.0 * k + 40);
    auto zeros = sorted("zeros");
    EXPECT_NEAR(double(zeros[15]), 2 * 65536, 1);
    EXPECT_EQ(zeros[16], 0u);
    auto all = sorted("all-giant");
    EXPECT_GT(all[31], 65536u * 3 / 4);
    EXPECT_LT(all[0], 65536u * 4 / 3);
    EXPECT_LE(sorted("random")[0], 65536u * 5 / 2);
}

TEST(Distributions, OtherNamesAreNone)
{
    EXPECT_TRUE(is_distribution("zipf"));
    EXPECT_FALSE(is_distribution("zip"));
}

} // namespace
} // namespace hocket

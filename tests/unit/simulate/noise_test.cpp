// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/noise.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

constexpr machine_noise kind{.jitter_probability = 0.1, .jitter_us = 4, .stall_probability = 0.02, .stall_us = 1000};

TEST(Noise, IsOffWithoutDelays)
{
    EXPECT_FALSE(noise_source().on());
    EXPECT_FALSE(noise_source({}, 1).on());
    EXPECT_FALSE(noise_source({.jitter_probability = 0.5}, 1).on());
    EXPECT_TRUE(noise_source(kind, 1).on());
}

TEST(Noise, DependsOnSeedRankAndMessageAlone)
{
    noise_source a(kind, 3), b(kind, 3), other(kind, 4);
    int differs = 0;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        EXPECT_EQ(a.delay(5, i), b.delay(5, i));
        differs += a.delay(5, i) != other.delay(5, i);
        differs += a.delay(5, i) != a.delay(6, i);
    }
    EXPECT_GT(differs, 100);
}

// 10^6 draws: shares and means are within a few of their standard deviations.
TEST(Noise, HasTheSharesAndMeansOfItsMachine)
{
    noise_source drawn(kind, 1);
    int delayed = 0;
    double sum = 0;
    for (int rank = 0; rank < 1000; ++rank)
        for (std::uint32_t i = 0; i < 1000; ++i) {
            double d = drawn.delay(rank, i);
            ASSERT_GE(d, 0);
            delayed += d > 0;
            sum += d;
        }
    EXPECT_NEAR(delayed / 1e6, 0.12, 0.002);
    EXPECT_NEAR(sum / 1e6, 0.1 * 4 + 0.02 * 1000, 1);
}

TEST(Noise, StallsAndJitterAreToldApart)
{
    noise_source jitter({.jitter_probability = 1, .jitter_us = 2}, 9);
    noise_source stalls({.stall_probability = 1, .stall_us = 2000}, 9);
    for (std::uint32_t i = 0; i < 1000; ++i) EXPECT_NEAR(stalls.delay(0, i), 1000 * jitter.delay(0, i), 1e-6);
}

} // namespace
} // namespace hocket

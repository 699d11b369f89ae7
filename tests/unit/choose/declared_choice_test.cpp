// SPDX-License-Identifier: BSD-3-Clause
#include "choose/declared_choice.hpp"
#include "choose/settings.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

const char* const collectives[] = {"bcast", "reduce", "allreduce", "allgather", "scan", "gather"};

machine aurora_that_shares()
{
    const char* env[] = {"HOCKET_MACHINE=aurora", nullptr};
    return read_settings(env)->model_where_shared(true);
}

// How many times the least declared time the choice is declared to take at n.
double loss(const declared_question& q, std::size_t n)
{
    auto at = q.at(n);
    auto chosen = choose_by_declared_costs(q, n);
    EXPECT_TRUE(chosen.holds.holds(n));
    return typical_time(q.collective, chosen.plan, at) /
           typical_time(q.collective, least_declared(q.collective, at), at);
}

// Quarters of the sixths of a broadcast of 6000 bytes need no round trip on aurora. Those of 8192 do, at which all
// sizes from 4097 on were asked for: what was chosen took 2.6 times the best.
TEST(DeclaredChoice, ALimitOfBlocksInsideAnOctaveIsSeen)
{
    auto by = aurora_that_shares();
    for (auto* collective : collectives)
        for (int per_node : {6, 7, 12})
            for (std::size_t n = 1000; n < 100'000; n = n * 6 / 5) {
                auto where = layout::block(per_node * 3, per_node);
                EXPECT_LT(loss({collective, by, where, {}, nullptr}, n), 1.3)
                    << collective << " of " << n << " on 3 x " << per_node;
            }
}

// Ranks may ask in any order.
TEST(DeclaredChoice, PartsFollowEachOtherAndAreAlikeForAllOfTheirSizes)
{
    auto by = aurora_that_shares();
    auto where = layout::block(21, 7);
    int parts = 0, octaves = 0;
    for (auto* collective : collectives)
        for (std::uint64_t n = 1; n <= (1 << 18); ++parts) {
            declared_question q{collective, by, where, {}, nullptr};
            auto made = choose_by_declared_costs(q, n);
            ASSERT_EQ(made.holds.low, n) << collective;
            ASSERT_LE(made.holds.high, octave(n).high) << collective;
            octaves += made.holds.low == octave(n).low;
            for (auto m : {n + (made.holds.high - n) / 2, made.holds.high - 1}) {
                auto again = choose_by_declared_costs(q, m);
                EXPECT_EQ(again.plan.text, made.plan.text) << collective << " of " << m;
                EXPECT_EQ(again.holds.low, n) << collective << " of " << m;
            }
            n = made.holds.high;
        }
    EXPECT_GT(parts, octaves);
    EXPECT_LT(parts, 2 * octaves);
}

} // namespace
} // namespace hocket

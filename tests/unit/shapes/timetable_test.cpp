// SPDX-License-Identifier: BSD-3-Clause
#include "shapes/timetable.hpp"
#include <gtest/gtest.h>
#include <vector>

namespace hocket {
namespace {

TEST(Timetable, EveryRoundMatchesAllAndEveryPairMeetsOnce)
{
    for (int n = 1; n <= 256; ++n)
        for (int order : {1, 1 + n % 7}) {
            timetable all(n, order);
            ASSERT_EQ(all.rounds(), n % 2 ? n : n - 1);
            std::vector<bool> met(std::size_t(n * n));
            int pairs = 0;
            for (int round = 0; round < all.rounds(); ++round) {
                int idle = 0;
                for (int i = 0; i < n; ++i) {
                    int with = all.partner(i, round);
                    if (with == timetable::nobody) {
                        ++idle;
                        continue;
                    }
                    ASSERT_TRUE(0 <= with && with < n && with != i) << n << ' ' << round << ' ' << i;
                    ASSERT_EQ(all.partner(with, round), i) << n << ' ' << round;
                    ASSERT_FALSE(met[std::size_t(i * n + with)]) << n << ' ' << round << ' ' << i;
                    met[std::size_t(i * n + with)] = true;
                    ++pairs;
                }
                ASSERT_EQ(idle, n % 2) << n << ' ' << round;
            }
            ASSERT_EQ(pairs, n * (n - 1));
        }
}

TEST(Timetable, ComesInAnyOrder)
{
    timetable as_is(9), every_second(9, 2), every_third(9, 3);
    for (int round = 0; round < 9; ++round)
        for (int i = 0; i < 9; ++i) {
            EXPECT_EQ(every_second.partner(i, round), as_is.partner(i, 2 * round % 9));
            EXPECT_EQ(every_third.partner(i, round), as_is.partner(i, 4 * round % 9)); // 3 divides 9
        }
}

TEST(Timetable, TakesPartnersInTheOrderOfRounds)
{
    for (int n = 1; n <= 65; ++n)
        for (int me = 0; me < n; ++me) {
            timetable all(n, 2);
            partners_in_turn partners(all, me);
            EXPECT_EQ(partners.count(), n - 1);
            for (int round = 0; round < all.rounds(); ++round) {
                int with = all.partner(me, round);
                if (with != timetable::nobody) {
                    ASSERT_EQ(partners.next(), with);
                }
            }
            EXPECT_EQ(partners.next(), timetable::nobody);
            EXPECT_EQ(partners.next(), timetable::nobody);
        }
}

} // namespace
} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#include "shapes/neighbor_exchange.hpp"
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace hocket {
namespace {

TEST(NeighborExchange, PassesOnThePairThatCameLast)
{
    for (int p = 2; p <= 128; p += 2) {
        std::vector<std::set<int>> has(std::size_t(p), std::set<int>{});
        for (int r = 0; r < p; ++r) has[std::size_t(r)] = {r - r % 2, r - r % 2 + 1};
        for (int t = 1; t < neighbor_exchange{0, p}.rounds(); ++t) {
            auto before = has;
            for (int r = 0; r < p; ++r) {
                neighbor_exchange me{r, p};
                neighbor_exchange peer{me.peer(t), p};
                ASSERT_EQ(peer.peer(t), r);
                ASSERT_EQ(me.pair(t), peer.pair(t - 1));
                ASSERT_EQ(me.pair(t) % 2, 0); // so that it never wraps round
                for (int block : {me.pair(t), me.pair(t) + 1}) {
                    ASSERT_TRUE(before[std::size_t(peer.r)].contains(block)) << p << ' ' << t << ' ' << r;
                    ASSERT_TRUE(has[std::size_t(r)].insert(block).second) << p << ' ' << t << ' ' << r;
                }
            }
        }
        for (auto& blocks : has) ASSERT_EQ(int(blocks.size()), p);
    }
}

TEST(NeighborExchange, FirstSwapsInsideOfPairs)
{
    for (int p = 2; p <= 64; p += 2)
        for (int r = 0; r < p; ++r) {
            EXPECT_EQ((neighbor_exchange{r, p}.peer(0)), r % 2 ? r - 1 : r + 1);
            EXPECT_EQ((neighbor_exchange{r, p}.pair(0)), r - r % 2);
        }
}

} // namespace
} // namespace hocket

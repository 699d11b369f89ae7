// SPDX-License-Identifier: BSD-3-Clause
#include "shapes/swing_exchange.hpp"
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace hocket {
namespace {

constexpr int most_steps = 9; // 512 ranks

// Everybody ends with everybody's value once; and of two sets that join, one leads in all pairs, so that a value is
// bracketed alike on all ranks.
TEST(swing_exchange, all_ranks_bracket_alike)
{
    for (int steps = 1; steps <= most_steps; ++steps) {
        swing_exchange at{{1 << steps}};
        auto p = std::size_t(1) << steps;
        std::vector<std::set<int>> met(p);
        for (std::size_t v = 0; v < p; ++v) met[v] = {int(v)};
        for (int s = steps - 1; s >= 0; --s) {
            auto before = met;
            for (std::size_t v = 0; v < p; ++v) {
                auto other = std::size_t(at.peer(int(v), s));
                for (int u : before[v]) ASSERT_EQ(at.leads(u, s), at.leads(int(v), s)) << p << ' ' << s;
                ASSERT_NE(at.leads(int(other), s), at.leads(int(v), s)) << p << ' ' << s;
                for (int u : before[other]) ASSERT_TRUE(met[v].insert(u).second) << p << ' ' << s;
            }
        }
        for (auto& all : met) ASSERT_EQ(all.size(), p);
    }
}

} // namespace
} // namespace hocket

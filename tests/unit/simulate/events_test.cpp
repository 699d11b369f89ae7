// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/events.hpp"
#include <gtest/gtest.h>
#include <map>
#include <random>

namespace hocket {
namespace {

TEST(Events, AtOneMomentTheFirstScheduledComesFirst)
{
    event_queue queue;
    for (std::uint32_t i = 0; i < 100; ++i) queue.push(i % 3, event::arrive, i);
    std::vector<std::uint32_t> order;
    while (!queue.empty()) order.push_back(queue.pop().flight());
    for (std::size_t i = 1; i < order.size(); ++i)
        EXPECT_LT(std::pair(order[i - 1] % 3, order[i - 1]), std::pair(order[i] % 3, order[i]));
}

TEST(Events, CarryTheirFlightAndKind)
{
    event_queue queue;
    constexpr std::uint32_t most = (1u << 30) - 1;
    queue.push(1, event::depart, 0);
    queue.push(2, event::arrive, 7);
    queue.push(3, event::finish, most);
    for (auto [flight, kind] : {std::pair(0u, event::depart), {7u, event::arrive}, {most, event::finish}}) {
        auto next = queue.pop();
        EXPECT_EQ(next.flight(), flight);
        EXPECT_EQ(next.does(), kind);
    }
}

// Equal keys of a multimap stay in the order of insertion.
TEST(Events, ComeLikeThoseOfASortedMap)
{
    std::mt19937 random(11);
    event_queue queue;
    std::multimap<double, std::uint32_t> reference;
    for (std::uint32_t i = 0; i < 200'000; ++i) {
        bool filling = i / 20'000 % 2 == 0;
        if (reference.empty() || random() % 10 < (filling ? 7u : 3u)) {
            double at = double(random() % 1000);
            queue.push(at, event::finish, i);
            reference.emplace(at, i);
            continue;
        }
        ASSERT_EQ(queue.top().at, reference.begin()->first);
        auto next = queue.pop();
        ASSERT_EQ(next.at, reference.begin()->first);
        ASSERT_EQ(next.flight(), reference.begin()->second);
        reference.erase(reference.begin());
    }
    EXPECT_GT(reference.size(), 0u);
    queue.clear();
    EXPECT_TRUE(queue.empty());
}

} // namespace
} // namespace hocket

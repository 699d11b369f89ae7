// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/flights.hpp"
#include <gtest/gtest.h>
#include <list>
#include <map>
#include <random>
#include <set>
#include <tuple>

namespace hocket {
namespace {

using channel = std::tuple<int, int, int>; // context, sender, receiver

std::uint32_t filed(flight_book& book, channel c, bool sender)
{
    auto i = book.take();
    auto& f = book[i];
    std::tie(f.context, f.from, f.to) = c;
    f.has_sender = sender;
    book.file(i);
    return i;
}

TEST(Flights, HalvesMeetInOrderWithinTheirChannel)
{
    flight_book book;
    auto first = filed(book, {0, 1, 2}, true), second = filed(book, {0, 1, 2}, true);
    auto other = filed(book, {1, 1, 2}, true);
    EXPECT_EQ(book.claim(0, 2, 1, true), flight_book::none);
    EXPECT_EQ(book.claim(0, 1, 2, false), flight_book::none); // the other side
    EXPECT_EQ(book.claim(0, 1, 2, true), first);
    EXPECT_EQ(book.claim(1, 1, 2, true), other);
    EXPECT_EQ(book.claim(0, 1, 2, true), second);
    EXPECT_EQ(book.claim(0, 1, 2, true), flight_book::none);
}

TEST(Flights, AReleasedPlaceIsTakenAgainAndEmpty)
{
    flight_book book;
    auto i = book.take();
    book[i].arrived = true, book[i].count = 9;
    book.release(i);
    EXPECT_EQ(book.take(), i);
    EXPECT_FALSE(book[i].arrived);
    EXPECT_EQ(book[i].count, 0u);
    EXPECT_EQ(book[i].traced, -1);
}

// Thousands of waiting halves, in few buckets to begin with, beside one queue for each channel.
TEST(Flights, FindWhatOneQueueForEachChannelFinds)
{
    std::mt19937 random(5);
    flight_book book;
    std::map<channel, std::list<std::pair<std::uint32_t, bool>>> reference;
    std::set<std::uint32_t> in_use;
    std::size_t waiting = 0, most = 0;
    for (int round = 0; round < 200'000; ++round) {
        bool sender = random() % 2, few = round > 100'000;
        int ranks = few ? 8 : 400;
        channel c{int(random() % 3), int(random()) % ranks, int(random()) % ranks};
        auto& queue = reference[c];
        bool match = !queue.empty() && queue.front().second != sender;
        auto i = book.claim(std::get<0>(c), std::get<1>(c), std::get<2>(c), !sender);
        ASSERT_EQ(i, match ? queue.front().first : flight_book::none) << round;
        if (match) {
            queue.pop_front(), --waiting;
            in_use.erase(i);
            book.release(i);
            continue;
        }
        i = filed(book, c, sender);
        ASSERT_TRUE(in_use.insert(i).second) << "taken twice";
        queue.emplace_back(i, sender);
        most = std::max(most, ++waiting);
    }
    EXPECT_GT(most, 10'000u); // so that the book has grown
    book.clear();
    for (auto& [c, queue] : reference)
        for (bool sender : {false, true})
            ASSERT_EQ(book.claim(std::get<0>(c), std::get<1>(c), std::get<2>(c), sender), flight_book::none);
}

} // namespace
} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#include "transports/multicast/cast_socket.hpp"
#include "transports/multicast/faults.hpp"
#include <algorithm>
#include <cstdio>
#include <gtest/gtest.h>

namespace hocket {
namespace {

TEST(cast_faults, what_may_be_said)
{
    auto read = cast_faults::read("drop=2.5,duplicate=1,reorder=100,corrupt=0,seed=9,after=400");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->drop, 2.5);
    EXPECT_EQ(read->reorder, 100);
    EXPECT_EQ(read->seed, 9U);
    EXPECT_EQ(read->after, 400U);
    EXPECT_FALSE((*cast_faults::read("")).any());
    for (auto* wrong :
         {"drop", "drop=", "drop=x", "drop=-1", "drop=101", "lose=5", "seed=1.5", "drop=5,,", "after=-3"}) {
        auto mistaken = cast_faults::read(wrong);
        ASSERT_FALSE(mistaken) << wrong;
        EXPECT_NE(mistaken.error().what.find("valid are drop"), std::string::npos);
    }
}

TEST(cast_faults, as_often_as_said)
{
    auto by = *cast_faults::read("drop=20,duplicate=10,corrupt=5,seed=3");
    faulty_line line(by, 0);
    const std::byte data[100]{};
    int came = 0, damaged = 0;
    for (int i = 0; i < 20'000; ++i)
        line.take(data, i, [&](cbytes what) {
            ++came;
            damaged += !std::ranges::equal(what, data);
        });
    EXPECT_NEAR(came, 17'600, 400);
    EXPECT_NEAR(damaged, 880, 150);
}

TEST(cast_interface, by_name_and_by_address)
{
    for (auto* text : {"lo", "127.0.0.1", "127.9.9.9"}) {
        auto found = cast_interface::find(text);
        ASSERT_TRUE(found) << text;
        EXPECT_EQ(found->name, "lo");
        EXPECT_TRUE(found->four);
    }
    for (auto* text : {"nowhere0", "203.0.113.77", ""}) EXPECT_FALSE(cast_interface::find(text)) << text;
}

std::vector<std::byte> next_of(const cast_socket& in)
{
    std::vector<std::byte> room(cast_socket::slot);
    unsigned size = 0;
    if (!in.wait(500'000'000) || in.receive(room.data(), 1, &size) != 1) size = 0;
    room.resize(size);
    return room;
}

// False: the host, or a container, lets none out there.
bool reaches_all(const cast_interface& by, bool six)
{
    SCOPED_TRACE(by.name + (six ? ", IPv6" : ", IPv4"));
    cast_address group(six, 4711, 0x0123456789abcdef);
    auto out = cast_socket::sender(group, by);
    auto one = cast_socket::receiver(group, by), other = cast_socket::receiver(group, by);
    if (!out || !one || !other) return false;
    EXPECT_GT(one->room(), 16U);
    std::vector<std::byte> sent(1000, std::byte(six ? 6 : 4));
    cbytes packet(sent);
    EXPECT_EQ(out->send({&packet, 1}), 1);
    EXPECT_EQ(next_of(*one), sent);
    EXPECT_EQ(next_of(*other), sent);
    std::vector<std::vector<std::byte>> train;
    for (std::size_t n : {1000, 1000, 1000, 999, 1000, 1}) train.emplace_back(n, std::byte(train.size()));
    std::vector<cbytes> parts(train.begin(), train.end());
    for (std::size_t went = 0, tries = 0; went < parts.size() && tries < 1000; ++tries)
        went += std::size_t(out->send(std::span(parts).subspan(went)));
    for (auto& part : train) EXPECT_EQ(next_of(*one), part);
    return true;
}

TEST(cast_socket, reaches_all_of_a_host)
{
    int ways = 0;
    for (auto* name : {"lo", "auto"}) {
        auto by = cast_interface::find(name);
        if (!by) continue;
        if (by->four) ways += reaches_all(*by, false);
        if (by->six) ways += reaches_all(*by, true);
    }
    if (ways == 0) GTEST_SKIP() << "no multicast here";
    std::printf("%d ways\n", ways);
}

} // namespace
} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// What one receiver does, and when.
#include "world/cast_world.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

struct counted_letters final : cast_channels {
    int letters = 0, packets = 0;
    bool multicast(const cast_packet&) override { return ++packets > 0; }
    bool post(int, const cast_letter&) override { return ++letters > 0; }
};

constexpr std::uint32_t packets = 100;
constexpr cast_time apart = cast_ms / 4;

class receiver : public testing::Test {
protected:
    void SetUp() override { one.begin(got, false, false, 0, 0); }
    void take(std::uint32_t i) { one.take({id, i, got.size(), std::span(got).first(cast_packet::most)}, 0, i * apart); }

    layout where = layout::block(2, 1);
    cast_measures by;
    cast_pace pace{by};
    cast_id id{0, 1, 0};
    delivery one{cast_group(where, 1), by, pace, id};
    std::vector<std::byte> got = std::vector<std::byte>(packets * cast_packet::most);
    counted_letters sent;
};

// How fast they come was forgotten with every 32nd, and each of the next three woke a sleeper: of 22 on two processors
// the last saw the end of 45 packets a millisecond late.
TEST_F(receiver, remembers_how_fast_packets_come)
{
    for (std::uint32_t i = 0; i + 4 < packets; ++i) {
        take(i);
        EXPECT_EQ(one.quiet(i * apart) > 0, i >= 3) << i;
    }
}

// Whoever looked once in a millisecond told of four packets each time.
TEST_F(receiver, tells_of_sixteen_packets_while_they_come)
{
    for (std::uint32_t i = 0; i < packets; ++i) {
        take(i);
        if (i % 4 == 3) one.go_on(i * apart, sent);
    }
    EXPECT_EQ(sent.letters, int(packets / 16 + 1));
}

TEST_F(receiver, tells_what_it_has_when_no_more_comes)
{
    for (std::uint32_t i = 0; i < 5; ++i) take(i);
    one.go_on(4 * apart, sent);
    EXPECT_EQ(sent.letters, 0);
    one.go_on(4 * apart + by.report, sent);
    EXPECT_EQ(sent.letters, 1);
}

// A millisecond's sleep brings four, sixteen or more of them at once.
TEST_F(receiver, remembers_it_when_packets_are_read_together)
{
    for (std::uint32_t each : {4U, 16U}) {
        delivery other(cast_group(where, 1), by, pace, id);
        other.begin(got, false, false, 0, 0);
        for (std::uint32_t i = 0, reads = 0; i + each < packets; ++reads) {
            auto now = reads * each * apart;
            for (auto n = each; n > 0; --n, ++i) {
                other.take({id, i, got.size(), std::span(got).first(cast_packet::most)}, 0, now);
                other.take({id, i, got.size(), std::span(got).first(cast_packet::most)}, 0, now + 1); // twice
            }
            EXPECT_EQ(other.quiet(now) > 0, reads > 0) << each << ' ' << i;
        }
    }
}

class one_packet : public testing::Test {
protected:
    std::vector<std::byte> wire(std::uint64_t call)
    {
        std::vector<std::byte> all(cast_packet::whole);
        all.resize(format.write({{0, 1, call}, 0, data.size(), data}, all.data()));
        return all;
    }

    layout where = layout::block(2, 1);
    cast_measures by{.owed = 7};
    packet_format format{1, {2, 3}};
    counted_letters sent;
    std::vector<std::byte> data = std::vector<std::byte>(100, std::byte(5));
};

TEST_F(one_packet, ends_a_call_before_its_receiver_tells)
{
    cast_member member(cast_group(where, 1), by, format, sent);
    std::vector<std::byte> got(100);
    for (std::uint64_t call = 0; call < 3; ++call) {
        got.assign(100, std::byte(0));
        member.hear(0, 1, got, &got, 0);
        member.datagram(wire(call), 0);
        EXPECT_EQ(member.go_on(0).size(), 1U);
        EXPECT_EQ(got, data);
    }
    EXPECT_EQ(sent.letters, 0);
    EXPECT_TRUE(member.owes());
    member.go_on(0);
    EXPECT_EQ(sent.letters, 3);
    EXPECT_FALSE(member.owes());
}

TEST_F(one_packet, is_told_of_in_time_where_no_call_waits)
{
    cast_member member(cast_group(where, 1), by, format, sent);
    std::vector<std::byte> got(100);
    for (std::uint64_t call = 0; call < 100; ++call) {
        member.hear(0, 1, got, &got, 0);
        member.datagram(wire(call), 0);
        EXPECT_EQ(member.go_on(0).size(), 1U);
        EXPECT_LE(int(call) + 1 - sent.letters, 3);
    }
}

// Its receivers compute for long, and have it or will ask for it.
TEST_F(one_packet, is_not_sent_for_ever)
{
    cast_member member(cast_group(where, 0), by, format, sent);
    member.tell(1, data, &data, 0);
    for (cast_time now = 0; now < 60'000 * cast_ms; now += cast_ms) member.go_on(now);
    EXPECT_EQ(sent.packets, 1 + by.pokes);
    EXPECT_TRUE(member.owes());
}

TEST_F(one_packet, that_was_lost_for_all_comes_to_who_calls_long_after)
{
    cast_world world(layout::block(22, 1), {.deaf_until = 1000 * cast_ms}, 1, by);
    std::vector<std::vector<std::byte>> got(22, std::vector<std::byte>(100));
    world.member(0).tell(1, data, &data, 0);
    int over = 0;
    auto ended = [&](int, void*) { ++over; };
    EXPECT_TRUE(world.run(100'000, ended, [&] { return world.now() > 1200 * cast_ms; }));
    EXPECT_EQ(over, 1);
    for (int i = 1; i < 22; ++i) world.member(i).hear(0, 1, got[std::size_t(i)], &got, world.now());
    EXPECT_TRUE(world.run(100'000, ended, [&] { return over == 22 && !world.somebody_owes(); }));
    EXPECT_LT(world.now(), 1500 * cast_ms);
    for (int i = 1; i < 22; ++i) EXPECT_EQ(got[std::size_t(i)], data);
}

} // namespace
} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// What the transport is asked for by each verb.
#include "async/task.hpp"
#include "net/fake_port.hpp"
#include "net/net.hpp"
#include <array>
#include <gtest/gtest.h>

namespace hocket {
namespace {

using testing::fake_port;

const reduction keep_first{[](const reduction&, bytes, cbytes, cbytes) {}, 4, false};

struct verb_scene {
    fake_port port;
    std::array<std::byte, 64> memory{};
    bytes data{memory};
    completion end;
    net on{port, 2, 5};

    const request& asked_by(task t)
    {
        t.start(end);
        EXPECT_TRUE(end.done());
        return port.asked.back();
    }
};

TEST(verbs, send_and_recv)
{
    verb_scene at;
    auto send = [](net on, bytes data) -> task { co_await on.send(4, data.first(9)); };
    auto& sent = at.asked_by(send(at.on, at.data));
    EXPECT_EQ(sent.what, verb::send);
    EXPECT_EQ(sent.peer, 4);
    EXPECT_EQ(sent.from, at.memory.data());
    EXPECT_EQ(sent.count, 9u);
    verb_scene other;
    auto recv = [](net on, bytes data) -> task { co_await on.recv(0, data); };
    auto& received = other.asked_by(recv(other.on, other.data));
    EXPECT_EQ(received.what, verb::recv);
    EXPECT_EQ(received.peer, 0);
    EXPECT_EQ(received.into, other.memory.data());
    EXPECT_EQ(received.count, 64u);
}

TEST(verbs, recv_reduce_knows_which_operand_is_the_higher)
{
    for (int from : {0, 1, 3, 4}) {
        verb_scene at;
        auto run = [](net on, bytes data, int peer) -> task { co_await on.recv_reduce(peer, data, keep_first); };
        auto& r = at.asked_by(run(at.on, at.data, from));
        EXPECT_EQ(r.what, verb::recv_reduce);
        EXPECT_EQ(r.how, &keep_first);
        EXPECT_EQ(r.in_is_higher, from > 2);
    }
}

TEST(verbs, copy_and_reduce_are_local)
{
    verb_scene at;
    auto both_verbs = [](net on, bytes data) -> task {
        co_await on.copy(data.first(8), data.last(8));
        co_await on.reduce(data.first(8), data.last(8), keep_first, true);
    };
    at.asked_by(both_verbs(at.on, at.data));
    ASSERT_EQ(at.port.asked.size(), 2u);
    for (auto& r : at.port.asked) {
        EXPECT_EQ(r.into, at.memory.data());
        EXPECT_EQ(r.from, at.memory.data() + 56);
        EXPECT_EQ(r.count, 8u);
    }
    EXPECT_EQ(at.port.asked[0].what, verb::copy);
    EXPECT_EQ(at.port.asked[1].what, verb::reduce);
    EXPECT_TRUE(at.port.asked[1].in_is_higher);
}

TEST(verbs, native_bcast_names_the_root_and_the_members)
{
    verb_scene at;
    auto run = [](net on, bytes data) -> task { co_await on.native_bcast(data); };
    auto& r = at.asked_by(run(at.on.rooted(3), at.data));
    EXPECT_EQ(r.what, verb::native_bcast);
    EXPECT_EQ(r.peer, 3);
    EXPECT_EQ(r.members, 5);
    EXPECT_EQ(r.count, 64u);
}

// Rank 2 of 5 deals 10 bytes to rank 0, 11 to rank 1 and so on, and hears its own 7 of rank 4's 40.
task deal_and_hear(net on, bytes data, std::array<bytes, 5>* parts)
{
    for (std::size_t to = 0; to < parts->size(); ++to)
        (*parts)[to] = int(to) == on.rank() ? bytes() : data.first(10 + to);
    co_await on.deal(*parts);
    co_await on.hear(4, data.first(7), {20, 40});
}

TEST(verbs, a_deal_is_one_message_to_all)
{
    verb_scene at;
    at.port.tells = 100;
    std::array<bytes, 5> parts;
    auto& heard = at.asked_by(deal_and_hear(at.on, at.data, &parts));
    ASSERT_EQ(at.port.asked.size(), 2u);
    auto& dealt = at.port.asked[0];
    EXPECT_TRUE(dealt.told);
    EXPECT_EQ(dealt.what, verb::send);
    EXPECT_EQ(dealt.pieces, parts.data());
    EXPECT_EQ(dealt.count, 10u + 11 + 13 + 14);
    EXPECT_TRUE(heard.told);
    EXPECT_EQ(heard.before, 20u);
    EXPECT_EQ(heard.count, 7u);
    EXPECT_EQ(heard.after, 13u);
}

TEST(verbs, a_deal_that_nobody_can_hear_is_a_message_to_each)
{
    verb_scene at;
    std::array<bytes, 5> parts;
    auto& heard = at.asked_by(deal_and_hear(at.on, at.data, &parts));
    ASSERT_EQ(at.port.asked.size(), 5u);
    for (int i = 0; i < 4; ++i) {
        auto& sent = at.port.asked[std::size_t(i)];
        EXPECT_EQ(sent.peer, (3 + i) % 5);
        EXPECT_EQ(sent.count, std::size_t(10 + sent.peer));
        EXPECT_FALSE(sent.told);
    }
    EXPECT_FALSE(heard.told);
    EXPECT_EQ(heard.before + heard.after, 0u) << "the message is this rank's alone";
}

TEST(verbs, scratch_pieces_do_not_overlap)
{
    verb_scene at;
    auto a = at.on.scratch(100), b = at.on.scratch(100);
    EXPECT_EQ(a.size(), 100u);
    EXPECT_TRUE(a.data() + 100 <= b.data() || b.data() + 100 <= a.data());
}

} // namespace
} // namespace hocket

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

struct scene {
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
    scene at;
    auto send = [](net on, bytes data) -> task { co_await on.send(4, data.first(9)); };
    auto& sent = at.asked_by(send(at.on, at.data));
    EXPECT_EQ(sent.what, verb::send);
    EXPECT_EQ(sent.peer, 4);
    EXPECT_EQ(sent.from, at.memory.data());
    EXPECT_EQ(sent.count, 9u);
    scene other;
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
        scene at;
        auto run = [](net on, bytes data, int peer) -> task { co_await on.recv_reduce(peer, data, keep_first); };
        auto& r = at.asked_by(run(at.on, at.data, from));
        EXPECT_EQ(r.what, verb::recv_reduce);
        EXPECT_EQ(r.how, &keep_first);
        EXPECT_EQ(r.in_is_higher, from > 2);
    }
}

TEST(verbs, copy_and_reduce_are_local)
{
    scene at;
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
    scene at;
    auto run = [](net on, bytes data) -> task { co_await on.native_bcast(data); };
    auto& r = at.asked_by(run(at.on.rooted(3), at.data));
    EXPECT_EQ(r.what, verb::native_bcast);
    EXPECT_EQ(r.peer, 3);
    EXPECT_EQ(r.members, 5);
    EXPECT_EQ(r.count, 64u);
}

TEST(verbs, scratch_pieces_do_not_overlap)
{
    scene at;
    auto a = at.on.scratch(100), b = at.on.scratch(100);
    EXPECT_EQ(a.size(), 100u);
    EXPECT_TRUE(a.data() + 100 <= b.data() || b.data() + 100 <= a.data());
}

} // namespace
} // namespace hocket

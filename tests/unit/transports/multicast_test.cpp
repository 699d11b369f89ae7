// SPDX-License-Identifier: BSD-3-Clause
#include "algorithms/cast_price.hpp"
#include "world/cast_world.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

// A row of broadcasts from random roots, each rank going from one to the next as its own end.
class cast_row {
public:
    cast_row(cast_world& in, int count, std::size_t longest, unsigned seed) : in_(in), dice_(seed)
    {
        for (int i = 0; i < count; ++i) {
            std::size_t n = dice_() % 3 ? dice_() % 3000 : dice_() % longest;
            messages_.push_back({int(dice_() % std::size_t(in.where().ranks())), std::vector<std::byte>(n)});
            for (auto& b : messages_.back().data) b = std::byte(dice_());
        }
        at_.resize(std::size_t(in.where().ranks()));
        for (int rank = 0; rank < in.where().ranks(); ++rank) start(rank);
    }

    bool run(long turns)
    {
        auto ended = [this](int rank, void*) { finish(rank); };
        return in_.run(turns, ended, [this] { return over_ == in_.where().ranks() && !in_.somebody_owes(); });
    }
    int wrong() const { return wrong_; }

private:
    struct message {
        int root;
        std::vector<std::byte> data;
    };
    struct place {
        std::size_t next = 0;
        std::vector<std::byte> into;
    };
    void start(int rank)
    {
        auto& mine = at_[std::size_t(rank)];
        for (; mine.next < messages_.size(); ++mine.next) {
            auto& m = messages_[mine.next];
            if (rank == m.root) return in_.member(rank).tell(1, m.data, &mine, in_.now());
            if (!cast_group(in_.where(), rank).receives_from(m.root)) continue; // by its leader
            mine.into.assign(m.data.size(), std::byte(0));
            return in_.member(rank).hear(m.root, 1, mine.into, &mine, in_.now());
        }
        ++over_;
    }
    void finish(int rank)
    {
        auto& mine = at_[std::size_t(rank)];
        auto& m = messages_[mine.next++];
        if (rank != m.root && mine.into != m.data) ++wrong_;
        start(rank);
    }

    cast_world& in_;
    std::mt19937_64 dice_;
    std::vector<message> messages_;
    std::vector<place> at_;
    int over_ = 0, wrong_ = 0;
};

constexpr long most_turns = 400'000; // 12 s of the world's time

void expect_right(const layout& where, const bad_network& by, unsigned seed, int count, std::size_t longest,
                  const cast_measures& measures = {})
{
    SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << where.nodes() << " nodes");
    cast_world world(where, by, seed, measures);
    cast_row row(world, count, longest, seed);
    EXPECT_TRUE(row.run(most_turns)) << "hangs";
    EXPECT_EQ(row.wrong(), 0);
    EXPECT_LE(world.most_kept(), 2 * cast_measures().window * cast_packet::most);
    for (int rank = 0; rank < where.ranks(); ++rank) {
        EXPECT_TRUE(world.member(rank).is_idle());
        EXPECT_FALSE(world.member(rank).has_failed());
    }
}

TEST(multicast, is_priced_with_its_own_measures)
{
    EXPECT_EQ(cast_price::data, double(cast_packet::most));
    EXPECT_EQ(cast_price::window, cast_measures().window);
    EXPECT_EQ(cast_price::batch, cast_measures().window / 8);
    EXPECT_EQ(cast_price::overtaken, cast_measures().reordered);
    auto where = layout::block(30, 1);
    EXPECT_EQ(cast_group(where, 0).children(0).size(), std::size_t(cast_price::radix));
    EXPECT_EQ(cast_price::depth(1), 0);
    EXPECT_EQ(cast_price::depth(5), 1);
    EXPECT_EQ(cast_price::depth(6), 2);
}

TEST(multicast, one_packet_where_nothing_is_lost)
{
    for (int nodes : {2, 3, 22, 64}) {
        cast_world world(layout::block(nodes, 1), {}, 1);
        std::vector<std::byte> sent(1000, std::byte(7)), got(1000);
        world.member(0).tell(1, sent, &sent, world.now());
        std::vector<std::vector<std::byte>> all(std::size_t(nodes), got);
        for (int i = 1; i < nodes; ++i) world.member(i).hear(0, 1, all[std::size_t(i)], &all, world.now());
        int over = 0;
        EXPECT_TRUE(world.run(1000, [&](int, void*) { ++over; }, [&] { return over == nodes; }));
        EXPECT_EQ(world.packets(), 1U);
        for (int i = 1; i < nodes; ++i) EXPECT_EQ(all[std::size_t(i)], sent);
    }
}

TEST(multicast, right_whatever_the_network_does)
{
    std::mt19937_64 dice(11);
    auto some = [&](double most) { return std::uniform_real_distribution<>(0, most)(dice); };
    for (unsigned seed = 1; seed <= 40; ++seed) {
        int nodes = 2 + int(dice() % 24), each = 1 + int(dice() % 3);
        bad_network by{some(0.3), some(0.2), some(0.3), some(0.1)};
        if (seed % 8 == 0) by = {};
        cast_measures measures{.owed = seed % 2 ? 7U : 0U};
        expect_right(layout::block(nodes * each, each), by, seed, 12, 300'000, measures);
    }
}

TEST(multicast, small_ones_are_left_before_others_have_them)
{
    for (unsigned seed = 1; seed <= 20; ++seed) {
        bad_network by{0.02 * seed, 0.1, 0.2, 0.05};
        expect_right(layout::block(2 + int(seed), 1), by, seed, 60, 1400, {.owed = 7});
    }
}

// After some 2 ms without losses. Whoever waited for more packets behind the last one took 10 ms for each.
TEST(multicast, what_is_lost_at_the_end_of_a_message_is_missed_soon)
{
    cast_world world(layout::block(22, 1), {.lost = 0.05}, 1);
    std::vector<std::byte> sent(65536, std::byte(7));
    std::vector<std::vector<std::byte>> got(22, std::vector<std::byte>(65536));
    for (int call = 0; call < 20; ++call) {
        world.member(0).tell(1, sent, &sent, world.now());
        for (int i = 1; i < 22; ++i) world.member(i).hear(0, 1, got[std::size_t(i)], &got, world.now());
        int over = 0;
        EXPECT_TRUE(world.run(10'000, [&](int, void*) { ++over; }, [&] { return over == 22; }));
    }
    EXPECT_LT(world.now(), 20 * 6 * cast_ms);
}

// 47 packets, one every quarter of a millisecond.
TEST(multicast, who_hears_a_long_message_sleeps_most_of_the_time)
{
    auto where = layout::block(2, 1);
    cast_measures by;
    cast_pace pace(by);
    cast_id id{0, 1, 0};
    delivery one(cast_group(where, 1), by, pace, id);
    std::vector<std::byte> got(46 * cast_packet::most), data(cast_packet::most);
    constexpr cast_time apart = cast_ms / 4;
    one.begin(got, false, false, 0, 0);
    EXPECT_EQ(one.quiet(0), 0);
    std::uint32_t come = 0;
    int looks = 0;
    for (cast_time now = 0; come < 46; ++looks) {
        for (; come < 46 && come * apart <= now; ++come) one.take({id, come, got.size(), data}, 0, come * apart);
        now += std::max(one.quiet(now), apart / 5);
        EXPECT_LE(now, 46 * apart);
    }
    EXPECT_LT(looks, 46);
    EXPECT_EQ(one.quiet(46 * apart), 0);
}

TEST(multicast, nobody_has_called_for_what_its_sender_has_left)
{
    cast_world world(layout::block(22, 1), {}, 1, {.owed = 7});
    std::vector<std::byte> sent(1000, std::byte(7));
    std::vector<std::vector<std::byte>> got(22, std::vector<std::byte>(1000));
    int ended = 0;
    auto one = [&](int, void*) { ++ended; };
    for (int i = 0; i < 20; ++i) world.member(0).tell(1, sent, &sent, world.now());
    world.run(500, one, [] { return false; });
    EXPECT_EQ(ended, 7);
    std::ranges::fill(sent, std::byte(9)); // what has been left is a copy
    for (int call = 0; call < 20; ++call) {
        for (int i = 1; i < 22; ++i) world.member(i).hear(0, 1, got[std::size_t(i)], &got, world.now());
        int have = 0;
        auto end = [&](int rank, void*) { have += rank > 0; };
        EXPECT_TRUE(world.run(50'000, end, [&] { return have == 21; })) << call;
        for (int i = 1; i < 22; ++i) EXPECT_EQ(got[std::size_t(i)][500], std::byte(call < 8 ? 7 : 9)) << call;
    }
    EXPECT_TRUE(world.run(5000, one, [&] { return !world.somebody_owes(); }));
    for (int i = 0; i < 22; ++i) EXPECT_TRUE(world.member(i).is_idle());
}

// Its letters would not be read, and those below what it has left would wait for them.
TEST(multicast, who_owes_does_not_only_listen)
{
    cast_world world(layout::block(2, 1), {}, 1, {.owed = 7});
    std::vector<std::byte> sent(100), got(100);
    auto none = [](int, void*) {};
    world.member(0).hear(1, 1, got, &got, world.now());
    EXPECT_TRUE(world.member(0).only_listens());
    world.member(0).tell(1, sent, &sent, world.now());
    EXPECT_FALSE(world.member(0).only_listens());
    EXPECT_TRUE(world.run(1000, none, [&] { return world.member(0).owes(); }));
    EXPECT_FALSE(world.member(0).is_idle());
    EXPECT_FALSE(world.member(0).only_listens());
    world.member(1).hear(0, 1, got, &sent, world.now());
    EXPECT_TRUE(world.run(50'000, none, [&] { return !world.somebody_owes(); }));
    EXPECT_TRUE(world.member(0).only_listens());
}

TEST(multicast, blocked_in_the_middle)
{
    for (unsigned seed = 1; seed <= 6; ++seed) {
        bad_network by{.lost = 0.01, .blocked_from = cast_time(seed) * 3 * cast_ms};
        cast_world world(layout::block(22, 1), by, seed);
        cast_row row(world, 30, 1'000'000, seed);
        EXPECT_TRUE(row.run(most_turns));
        EXPECT_EQ(row.wrong(), 0);
        EXPECT_LT(world.now(), 3'000 * cast_ms);
        EXPECT_TRUE(world.member(0).has_given_up() || world.now() < by.blocked_from) << seed;
    }
}

TEST(multicast, one_node_hears_nothing)
{
    bad_network by{.unreached = 5};
    cast_world world(layout::block(9, 1), by, 3);
    cast_row row(world, 40, 30'000, 3);
    EXPECT_TRUE(row.run(most_turns));
    EXPECT_EQ(row.wrong(), 0);
    EXPECT_TRUE(world.member(0).has_given_up());
}

// Its sender has left, and waits for it before the communicator goes.
TEST(multicast, who_fails_keeps_nobody_waiting)
{
    for (int wrong : {1, 5, 21}) {
        cast_world world(layout::block(22, 1), {.lost = 0.2}, 4, {.owed = 7});
        std::vector<std::byte> sent(100);
        std::vector<std::vector<std::byte>> got(22, std::vector<std::byte>(100));
        for (int call = 0; call < 3; ++call) world.member(0).tell(1, sent, &sent, world.now());
        for (int i = 1; i < 22; ++i) {
            auto into = bytes(got[std::size_t(i)]);
            world.member(i).hear(0, 1, i == wrong ? into.first(50) : into, &got, world.now());
        }
        auto told = [&] { return world.member(0).has_failed() && !world.somebody_owes(); };
        EXPECT_TRUE(world.run(20'000, [](int, void*) {}, told)) << wrong;
    }
}

TEST(multicast, another_length_is_an_error)
{
    cast_world world(layout::block(2, 1), {}, 1);
    std::vector<std::byte> sent(5000), got(4000);
    world.member(0).tell(1, sent, &sent, world.now());
    world.member(1).hear(0, 1, got, &got, world.now());
    world.run(2000, [](int, void*) {}, [&] { return world.member(1).has_failed(); });
    EXPECT_TRUE(world.member(1).has_failed());
}

// Old packets, and packets of one who does not have the key.
TEST(multicast, strangers_change_nothing)
{
    cast_world world(layout::block(6, 1), {.lost = 0.05}, 2);
    std::mt19937_64 dice(5);
    cast_row row(world, 8, 100'000, 2);
    std::vector<std::byte> old;
    for (int i = 0; i < 200 && !row.run(20); ++i) {
        if (world.last_packet().empty()) continue;
        if (old.empty()) old = world.last_packet();
        world.inject(old);
        auto forged = world.last_packet();
        forged[8 + dice() % (forged.size() - 8)] ^= std::byte(1 + dice() % 255);
        world.inject(forged);
        world.inject({forged.begin(), forged.begin() + std::ptrdiff_t(dice() % forged.size())});
    }
    EXPECT_TRUE(row.run(most_turns));
    EXPECT_EQ(row.wrong(), 0);
    EXPECT_GT(world.member(1).counts().forged + world.member(1).counts().of_others, 0U);
    EXPECT_GT(world.member(1).counts().malformed, 0U);
}

} // namespace
} // namespace hocket

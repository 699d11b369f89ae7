// SPDX-License-Identifier: BSD-3-Clause
// Calls of another length than their root's: nobody may wait for ever for who has failed.
#include "world/cast_world.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

// Every rank calls for the same broadcasts, one after the other, some of them with another length; makes no call after
// an error, and frees its communicator when its calls are over and nobody needs it.
class wrong_row {
public:
    wrong_row(cast_world& in, int count, std::size_t longest, unsigned seed)
        : in_(in), dice_(seed), at_(std::size_t(in.where().ranks()))
    {
        for (int i = 0; i < count; ++i) roots_.push_back(any_rank());
        sent_.assign(1 + dice_() % longest, std::byte(7));
    }
    void make_wrong(int rank, std::size_t call) { wrong_.push_back({rank, call}); }
    int any_rank() { return int(dice_() % at_.size()); }
    int root(std::size_t call) const { return roots_[call]; }

    bool run(long turns)
    {
        for (int rank = 0; rank < ranks(); ++rank) start(rank);
        auto ended = [this](int rank, void*) { finish(rank); };
        return in_.run(turns, ended, [this] { return all_have_left(); });
    }
    int right() const { return right_; }           // calls that have ended, with what was sent
    int not_right() const { return not_right_; } // with something else
    int failed() const { return failed_; }         // ranks

private:
    struct place {
        std::size_t next = 0;
        bool calls = true;
        std::vector<std::byte> into;
    };
    int ranks() const { return in_.where().ranks(); }
    bool is_wrong(int rank, std::size_t call) const { return std::ranges::count(wrong_, std::pair(rank, call)) > 0; }
    void start(int rank)
    {
        auto& mine = at_[std::size_t(rank)];
        for (; mine.next < roots_.size(); ++mine.next) {
            int root = roots_[mine.next];
            auto n = sent_.size() - is_wrong(rank, mine.next);
            if (rank == root) return in_.member(rank).tell(1, cbytes(sent_).first(n), &mine, in_.now());
            if (!cast_group(in_.where(), rank).receives_from(root)) continue; // by its leader
            mine.into.assign(n, std::byte(0));
            return in_.member(rank).hear(root, 1, mine.into, &mine, in_.now());
        }
        mine.calls = false;
    }
    void finish(int rank)
    {
        auto& mine = at_[std::size_t(rank)];
        int root = roots_[mine.next];
        auto what = cbytes(sent_).first(sent_.size() - is_wrong(root, mine.next++));
        (rank == root || std::ranges::equal(mine.into, what) ? right_ : not_right_) += 1;
        start(rank);
    }
    void give_up(int rank)
    {
        auto& mine = at_[std::size_t(rank)];
        if (mine.calls) ++failed_;
        mine.calls = false;
        in_.member(rank).withdraw(&mine);
    }
    bool all_have_left()
    {
        bool all = true;
        for (int rank = 0; rank < ranks(); ++rank) {
            if (in_.has_left(rank)) continue;
            if (in_.member(rank).has_failed()) give_up(rank);
            bool leaves = !at_[std::size_t(rank)].calls && !in_.member(rank).owes();
            if (leaves) in_.leave(rank);
            all = all && leaves;
        }
        return all;
    }

    cast_world& in_;
    std::mt19937_64 dice_;
    std::vector<int> roots_;
    std::vector<std::byte> sent_;
    std::vector<std::pair<int, std::size_t>> wrong_; // rank, call
    std::vector<place> at_;
    int right_ = 0, not_right_ = 0, failed_ = 0;
};

constexpr long few_turns = 60'000; // 1.8 s of the world's time

TEST(multicast_failure, who_lacks_a_packet_below_another_length_waits_for_ever)
{
    for (unsigned seed = 1; seed <= 200; ++seed) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        std::mt19937_64 dice(seed);
        int nodes = 2 + int(dice() % 24), each = 1 + int(dice() % 2);
        bad_network by{.lost = double(seed % 31) / 100, .doubled = 0.05, .delayed = 0.1, .damaged = 0.02};
        cast_world world(layout::block(nodes * each, each), by, seed, {.owed = seed % 2 ? 7U : 0U});
        wrong_row row(world, 6, seed % 3 ? 1400 : 60'000, seed);
        for (auto wrong = 1 + dice() % 3; wrong > 0; --wrong) row.make_wrong(row.any_rank(), dice() % 6);
        EXPECT_TRUE(row.run(few_turns)) << "hangs";
        EXPECT_EQ(row.not_right(), 0);
    }
}

// It sends nothing after its error, in calls that all others make.
TEST(multicast_failure, another_root_that_has_failed_is_waited_for_for_ever)
{
    for (unsigned seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        int nodes = 3 + int(seed % 20);
        cast_world world(layout::block(nodes, 1), {.lost = double(seed % 31) / 100}, seed,
                         {.owed = seed % 2 ? 7U : 0U});
        wrong_row row(world, 8, 1400, seed);
        int wrong = row.root(7), times = 0;
        for (std::size_t call = 0; call < 7; ++call)
            if (row.root(call) != wrong && ++times) row.make_wrong(wrong, call);
        EXPECT_TRUE(row.run(few_turns)) << "hangs";
        EXPECT_EQ(row.failed(), times ? nodes : 0);
    }
}

TEST(multicast_failure, a_root_of_another_length_fails_all)
{
    for (unsigned seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        int nodes = 2 + int(seed);
        cast_world world(layout::block(nodes, 1), {.lost = 0.01 * seed}, seed, {.owed = seed % 2 ? 7U : 0U});
        wrong_row row(world, 1, 30'000, seed);
        row.make_wrong(row.root(0), 0);
        EXPECT_TRUE(row.run(few_turns)) << "hangs";
        EXPECT_EQ(row.failed() + row.right(), nodes);
        EXPECT_GE(row.failed(), nodes - 1);
        EXPECT_EQ(row.not_right(), 0);
    }
}

// Where all find it out themselves, not each tells all others.
TEST(multicast_failure, all_of_them_at_once_send_few_letters)
{
    cast_world world(layout::block(200, 1), {}, 1);
    wrong_row row(world, 1, 100, 1);
    row.make_wrong(row.root(0), 0);
    EXPECT_TRUE(row.run(few_turns)) << "hangs";
    EXPECT_LT(world.letters(), 200U * 199 / 2);
}

} // namespace
} // namespace hocket

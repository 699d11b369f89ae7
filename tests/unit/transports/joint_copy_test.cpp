// SPDX-License-Identifier: BSD-3-Clause
#include "transports/shared/joint_copy.hpp"
#include "transports/shared/mapped_area.hpp"
#include <gtest/gtest.h>
#include <vector>

namespace hocket {
namespace {

constexpr std::size_t length = 1000;
constexpr int receiver = 0, lender = 1, place = 3;

// A rank that lends, whose turn comes whenever the receiver has fetched a part.
class two_ends : public testing::Test, public far_memory {
protected:
    two_ends() : raw_(2 * shape_.size() + area_shape::page), sent_(length), got_(length), parts_by_(length, -1)
    {
        for (std::size_t i = 0; i < length; ++i) sent_[i] = std::byte(i * 7);
        out_.from = sent_.data(), out_.count = length;
        in_.into = got_.data(), in_.count = length;
        lent_.lent = {reinterpret_cast<std::uintptr_t>(sent_.data()), length, 0, 1, 0};
        lent_.place = place;
    }
    joint_receipt<mapped_area> receipt() { return {shape_, receiver, lender, lent_, in_}; }
    bool help() { return help_.with(theirs_, shape_, *this, out_, lent_.lent.number, lender, receiver, place); }

    outcome read(int, const slot&, const request&) override { return outcome::refused; }
    bool may_fetch(int) const override { return true; }
    bool may_put(int) const override { return true; }
    bool fetch(int, std::uint64_t there, bytes here) override
    {
        if (++fetched_ == fails_at_) return false;
        std::memcpy(here.data(), reinterpret_cast<const void*>(there), here.size());
        note(here.data(), receiver);
        for (int i = 0; i < turns_; ++i) help();
        return true;
    }
    bool put(int, std::uint64_t there, cbytes here) override
    {
        if (refuses_) return false;
        std::memcpy(reinterpret_cast<void*>(there), here.data(), here.size());
        note(reinterpret_cast<std::byte*>(there), lender);
        return true;
    }
    void note(std::byte* at, int who)
    {
        auto& by = parts_by_[std::size_t(at - got_.data())];
        EXPECT_EQ(by, -1) << "copied twice";
        by = who;
    }
    long copied(int who) const { return std::ranges::count(parts_by_, who); }

    area_shape shape_{.ranks = 2, .joint = 100};
    std::vector<std::byte> raw_;
    std::byte* base_ =
        raw_.data() + area_shape::page - reinterpret_cast<std::uintptr_t>(raw_.data()) % area_shape::page;
    mapped_area mine_{base_, shape_, receiver}, theirs_{base_, shape_, lender};
    std::vector<std::byte> sent_, got_;
    std::vector<int> parts_by_; // of the first byte of each, -1: nobody
    request out_{.what = verb::send}, in_{.what = verb::recv};
    slot lent_;
    joint_help help_;
    int turns_ = 1, fetched_ = 0, fails_at_ = 0;
    bool refuses_ = false;
};
using JointCopy = two_ends;
using state = joint_receipt<mapped_area>::state;

TEST_F(JointCopy, EachPartIsCopiedOnceByWhoeverTakesIt)
{
    for (int turns : {0, 1, 3}) {
        SCOPED_TRACE(turns);
        turns_ = turns, help_ = {}, parts_by_.assign(length, -1), got_.assign(length, std::byte(0));
        lent_.lent.number = std::uint64_t(turns) + 1;
        auto one = receipt();
        EXPECT_FALSE(help()) << "nothing is offered yet";
        one.copy(mine_, receiver, *this);
        EXPECT_EQ(one.look(mine_), state::complete);
        EXPECT_EQ(got_, sent_);
        EXPECT_EQ(copied(receiver) + copied(lender), long(shape_.parts(length)));
        EXPECT_FALSE(help()) << "nothing is left";
    }
}

TEST_F(JointCopy, PartsAreAlikeWhateverTheSize)
{
    area_shape usual;
    for (std::size_t n : {65536, 65600, 100'000, 131'072, 300'000, 524'300, 4'000'001}) {
        SCOPED_TRACE(n);
        EXPECT_EQ(usual.parts(n), n <= 8 * usual.joint ? 2 : (n + 4 * usual.joint - 1) / (4 * usual.joint));
        EXPECT_GE(usual.parts(n) * usual.part(n), n);
        EXPECT_LT((usual.parts(n) - 1) * usual.part(n), n);
        EXPECT_LT(usual.part(n), n / usual.parts(n) + 65);
    }
}

TEST_F(JointCopy, IsRefusedWhereTheReceiverMayNotRead)
{
    fails_at_ = 2;
    auto one = receipt();
    one.copy(mine_, receiver, *this);
    EXPECT_EQ(one.look(mine_), state::refused);
    EXPECT_FALSE(help());
}

TEST_F(JointCopy, IsRefusedWhereTheLenderMayNotWrite)
{
    refuses_ = true;
    auto one = receipt();
    one.copy(mine_, receiver, *this);
    EXPECT_EQ(one.look(mine_), state::refused);
}

TEST_F(JointCopy, NothingIsWrittenOnceTheReceiverHasGivenUp)
{
    turns_ = 0, fails_at_ = 1;
    auto one = receipt();
    one.copy(mine_, receiver, *this);
    one.end(mine_, receiver);
    EXPECT_FALSE(help());
    EXPECT_EQ(copied(lender), 0);
}

} // namespace
} // namespace hocket

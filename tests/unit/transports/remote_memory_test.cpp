// SPDX-License-Identifier: BSD-3-Clause
#include "transports/random_tells.hpp"
#include "transports/shared/remote_memory.hpp"
#include <gtest/gtest.h>
#include <random>
#include <unistd.h>

namespace hocket {
namespace {

std::uint64_t address(const void* of)
{
    return reinterpret_cast<std::uintptr_t>(of);
}

// This process is the other one as well.
bool may_read()
{
    std::uint64_t word = 1, seen = 0;
    return remote_memory::peek(getpid(), address(&word), seen) && seen == word;
}

constexpr std::size_t longest_copied = 2 * copy_room::usual + 13, around = 2 * copy_room::page;

// The ends of a copy of n bytes, one a number of bytes further into its page than the other.
class two_ends {
public:
    two_ends(std::size_t n, std::size_t further, std::mt19937_64& dice)
        : n_(n), from_(longest_copied + around), to_(longest_copied + 2 * around, std::byte(0xa5))
    {
        for (auto& one : from_) one = std::byte(dice());
        source_ = from_.data() + dice() % copy_room::page;
        auto begin = address(to_.data() + around);
        target_ = to_.data() + around + (address(source_) + further - begin) % copy_room::page;
    }

    cbytes source() const { return {source_, n_}; }
    bytes target() { return {target_, n_}; }
    // That, and nothing beside it.
    bool is_copied() const
    {
        auto expected = std::vector(to_.size(), std::byte(0xa5));
        std::copy_n(source_, n_, expected.begin() + (target_ - to_.data()));
        return to_ == expected;
    }

private:
    std::size_t n_;
    std::vector<std::byte> from_, to_;
    std::byte *source_, *target_;
};

template <class Copy> void expect_copies(Copy copy)
{
    if (!may_read()) GTEST_SKIP() << "the kernel does not let this process read itself";
    std::mt19937_64 dice(1);
    for (bool slow : {false, true})
        for (std::size_t further : {0, 1, 8, 15, 16, 31, 4095})
            for (std::size_t n : {std::size_t(0), std::size_t(1), std::size_t(65'544), longest_copied}) {
                SCOPED_TRACE(std::to_string(n) + " bytes, " + std::to_string(further) + " further");
                remote_memory far({getpid()}, slow);
                two_ends of(n, further, dice);
                ASSERT_TRUE(copy(far, of));
                ASSERT_TRUE(of.is_copied());
                auto parts = (n + copy_room::usual - 1) / copy_room::usual;
                ASSERT_EQ(far.copied_twice(), slow && further >= 1 && further <= 15 ? parts : 0);
            }
}

TEST(RemoteMemory, IsFetchedFromAnyPlaceToAnyOther)
{
    expect_copies([](auto& far, auto& of) { return far.fetch(0, address(of.source().data()), of.target()); });
}

TEST(RemoteMemory, IsPutFromAnyPlaceToAnyOther)
{
    expect_copies([](auto& far, auto& of) { return far.put(0, address(of.target().data()), of.source()); });
}

TEST(RemoteMemory, IsReadFromAnyPlaceToAnyOther)
{
    expect_copies([](auto& far, auto& of) {
        slot what;
        what.lent = {address(of.source().data()), of.source().size(), 0, 1, 0};
        request into{.what = verb::recv, .into = of.target().data(), .count = of.target().size()};
        return far.read(0, what, into) == far_memory::outcome::read;
    });
}

// Several parts, with what each offset makes of the room that they are read into, and from one piece or from two.
TEST(RemoteMemory, IsCombinedFromAnyPlaceWithAnyOther)
{
    if (!may_read()) GTEST_SKIP() << "the kernel does not let this process read itself";
    std::mt19937_64 dice(2);
    for (bool slow : {false, true})
        for (std::size_t further : {0, 1, 8, 15, 16})
            for (bool in_pieces : {false, true}) {
                SCOPED_TRACE(std::to_string(further) + (in_pieces ? " further, in pieces" : " further"));
                remote_memory far({getpid()}, slow);
                two_ends of(200'001, further, dice);
                std::ranges::fill(of.target(), std::byte(1));
                auto source = of.source();
                auto* begin = const_cast<std::byte*>(source.data());
                bytes pieces[] = {{begin, 70'000}, {begin + 70'000, source.size() - 70'000}};
                slot what;
                what.lent = {in_pieces ? address(pieces) : address(begin), source.size(), in_pieces ? 2u : 0u, 1, 0};
                request into{
                    .what = verb::recv_reduce, .into = of.target().data(), .count = source.size(), .how = &adding};
                ASSERT_EQ(far.read(0, what, into), far_memory::outcome::read);
                for (std::size_t i = 0; i < source.size(); ++i)
                    ASSERT_EQ(int(of.target()[i]), (int(source[i]) + 1) % 256) << "byte " << i;
            }
}

TEST(CopyRoom, IsAsFarIntoItsPage)
{
    copy_room room;
    for (std::size_t n : {1, 100'000, 20, 300'000})
        for (std::uintptr_t place : {0ul, 1ul, 4095ul, 0x7f0000001ff8ul}) {
            auto* at = room.like(place, n);
            EXPECT_EQ((address(at) - place) % copy_room::page, 0u);
            std::fill_n(at, n, std::byte(1));
        }
}

TEST(CopyRoom, OneToFifteenBytesFurtherAreSlow)
{
    for (std::uintptr_t from : {0ul, 8ul, 4090ul})
        for (std::uintptr_t further = 0; further < 2 * copy_room::page; ++further) {
            bool slow = further % copy_room::page >= 1 && further % copy_room::page <= 15;
            ASSERT_EQ(copy_room::is_further(from + further, from), slow) << further;
        }
}

} // namespace
} // namespace hocket

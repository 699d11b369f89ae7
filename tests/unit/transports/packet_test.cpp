// SPDX-License-Identifier: BSD-3-Clause
#include "transports/multicast/letter.hpp"
#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

namespace hocket {
namespace {

const hash_key paper{0x0706050403020100, 0x0f0e0d0c0b0a0908};

// The example of the paper's appendix, and the first vectors of its authors' program.
TEST(keyed_hash, of_the_paper)
{
    std::byte text[15];
    for (int i = 0; i < 15; ++i) text[i] = std::byte(i);
    keyed_hash hash(paper);
    EXPECT_EQ(hash(text), 0xa129ca6149be45e5U);
    EXPECT_EQ(hash(std::span(text, 0)), 0x726fdb47dd0e0e31U);
    EXPECT_EQ(hash(std::span(text, 8)), 0x93f5f5799a932462U);
}

std::vector<std::byte> random_bytes(std::size_t n, std::mt19937_64& dice)
{
    std::vector<std::byte> all(n);
    for (auto& b : all) b = std::byte(dice());
    return all;
}

TEST(packet, comes_as_it_went)
{
    std::mt19937_64 dice(1);
    packet_format format(9, paper);
    for (std::uint64_t length : {0, 1, 1407, 1408, 1409, 2816, 100'000}) {
        auto data = random_bytes(length, dice);
        for (std::uint32_t i = 0; i < cast_packet::count(length); ++i) {
            auto part = cbytes(data).subspan(cast_packet::offset(i), cast_packet::size(length, i));
            std::byte wire[cast_packet::whole];
            auto n = format.write({{3, 1, 77}, i, length, part}, wire);
            cast_packet back;
            ASSERT_EQ(format.read({wire, n}, back), packet_fault::none);
            EXPECT_EQ(back.of, (cast_id{3, 1, 77}));
            EXPECT_EQ(back.index, i);
            EXPECT_EQ(back.length, length);
            EXPECT_TRUE(std::ranges::equal(back.data, part));
            EXPECT_EQ(packet_format(8, paper).read({wire, n}, back), packet_fault::of_others);
            EXPECT_EQ(packet_format(9, {1, 2}).read({wire, n}, back), packet_fault::forged);
        }
    }
}

// HOCKET_FUZZ: how many inputs, for a longer run.
long inputs()
{
    auto* many = std::getenv("HOCKET_FUZZ");
    return many ? std::atol(many) : 300'000;
}

void mutate(std::vector<std::byte>& wire, std::mt19937_64& dice)
{
    for (auto n = 1 + dice() % 4; n > 0 && !wire.empty(); --n) {
        auto& at = wire[dice() % (dice() % 2 ? std::min<std::size_t>(wire.size(), 56) : wire.size())];
        switch (dice() % 4) {
        case 0: at ^= std::byte(1 << dice() % 8); break;
        case 1: at = std::byte(dice()); break;
        case 2: at = std::byte(dice() % 2 ? 0xff : 0); break;
        default: wire.resize(dice() % 3 ? dice() % (wire.size() + 1) : wire.size() + dice() % 2000); break;
        }
    }
}

TEST(packet, parser_believes_nothing)
{
    std::mt19937_64 dice(2);
    packet_format format(9, paper);
    auto data = random_bytes(9000, dice);
    long taken = 0;
    for (long i = 0; i < inputs(); ++i) {
        std::vector<std::byte> wire(cast_packet::whole);
        auto index = std::uint32_t(dice() % 7);
        auto part = cbytes(data).subspan(cast_packet::offset(index), cast_packet::size(9000, index));
        if (i % 4) wire.resize(format.write({{1, 1, 5}, index, 9000, part}, wire.data()));
        else wire = random_bytes(dice() % 1600, dice);
        auto before = wire;
        mutate(wire, dice);
        cast_packet back;
        // On the heap and of that size exactly, so that a sanitizer sees each step outside.
        auto how = format.read(std::vector<std::byte>(wire), back);
        if (how != packet_fault::none) continue;
        ++taken;
        EXPECT_EQ(wire, before);
    }
    EXPECT_LT(taken, inputs() / 4); // a byte may be set to what it is
}

// Letters come from ranks, but a slip of one must not write outside of memory either.
TEST(letter, parser_believes_nothing)
{
    std::mt19937_64 dice(3);
    auto data = random_bytes(9000, dice);
    for (long i = 0; i < inputs() / 2; ++i) {
        std::vector<std::byte> wire(cast_letter::whole);
        cast_letter one;
        one.kind = letter_kind(dice() % 4);
        one.of = {1, 1, 5};
        one.length = 9000;
        one.first = std::uint32_t(dice() % 4);
        one.second = 3;
        if (one.kind == letter_kind::data)
            one.body = cbytes(data).subspan(cast_packet::offset(one.first), 3 * cast_packet::most);
        if (one.kind == letter_kind::want) one.body = cbytes(data).first(4 * (dice() % 512));
        wire.resize(write_letter(one, wire.data()));
        cast_letter back;
        ASSERT_TRUE(read_letter(wire, back));
        mutate(wire, dice);
        std::vector<std::byte> exactly(wire);
        if (!read_letter(exactly, back)) continue;
        ASSERT_LE(back.body.size(), exactly.size());
        if (back.kind != letter_kind::data) continue;
        std::size_t n = 0;
        for (auto k = back.first; k < back.first + back.second; ++k) n += cast_packet::size(back.length, k);
        ASSERT_EQ(n, back.body.size());
    }
}

} // namespace
} // namespace hocket

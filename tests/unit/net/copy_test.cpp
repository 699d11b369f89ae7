// SPDX-License-Identifier: BSD-3-Clause
#include "base/copy.hpp"
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace hocket {
namespace {

constexpr std::byte untouched{0xa5};

// To every place of a line, so also a few bytes further into its page than the source.
void expect_a_copy(std::size_t n, const std::vector<std::byte>& data)
{
    for (std::size_t from : {0, 1, 63})
        for (std::size_t to = 1; to <= 64; to += 7) {
            std::vector<std::byte> room(to + n + 1, untouched);
            copy_bytes(room.data() + to, data.data() + from, n);
            EXPECT_TRUE(std::equal(room.begin() + long(to), room.end() - 1, data.begin() + long(from)))
                << n << ' ' << to;
            EXPECT_EQ(std::ranges::count(room.begin(), room.begin() + long(to), untouched), long(to));
            EXPECT_EQ(room.back(), untouched);
        }
}

TEST(copy_bytes, takes_all_of_them_and_no_more)
{
    constexpr std::size_t whole = 1 << 20;
    std::vector<std::byte> data(whole + 128);
    std::minstd_rand draw(70);
    for (auto& byte : data) byte = std::byte(draw() % 128);
    for (std::size_t n : {0, 1, 2047, 2048, 2049, 4095, 4096, 4097, 6143, 8192, 100'000}) expect_a_copy(n, data);
    for (auto n : {whole - 1, whole, whole + 1}) expect_a_copy(n, data);
}

TEST(move_bytes, takes_them_as_they_were_where_they_overlap)
{
    constexpr std::size_t n = 5000;
    for (std::size_t from : {0, 1, 3000, 5000, 9000})
        for (std::size_t to : {0, 2, 2999, 5000, 10'000}) {
            std::vector<std::byte> room(15'000);
            for (std::size_t i = 0; i < room.size(); ++i) room[i] = std::byte(i * 7 % 251);
            auto before = room;
            move_bytes(room.data() + to, room.data() + from, n);
            EXPECT_TRUE(std::equal(room.begin() + long(to), room.begin() + long(to + n), before.begin() + long(from)))
                << from << ' ' << to;
        }
}

} // namespace
} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#include "transports/multicast/trains.hpp"
#include <cstring>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <vector>

namespace hocket {
namespace {

std::vector<cbytes> of(std::initializer_list<std::size_t> lengths)
{
    static const std::vector<std::byte> memory(60000);
    std::vector<cbytes> all;
    for (auto n : lengths) all.push_back(cbytes(memory).first(n));
    return all;
}

// Datagrams of each message, and where it is cut; 0: not at all.
std::vector<std::pair<std::size_t, int>> messages_of(const std::vector<cbytes>& datagrams, bool joined)
{
    trains all(datagrams, joined);
    std::vector<std::pair<std::size_t, int>> found;
    for (unsigned i = 0; i < all.count(); ++i) {
        auto& header = all.messages()[i].msg_hdr;
        std::uint16_t cut = 0;
        if (auto* how = CMSG_FIRSTHDR(&header)) {
            EXPECT_EQ(how->cmsg_level, IPPROTO_UDP);
            EXPECT_EQ(how->cmsg_len, CMSG_LEN(sizeof cut));
            std::memcpy(&cut, CMSG_DATA(how), sizeof cut);
        }
        found.emplace_back(header.msg_iovlen, cut);
    }
    EXPECT_EQ(all.datagrams(int(all.count())), datagrams.size());
    EXPECT_TRUE(found.empty() || all.datagrams(1) == found[0].first);
    return found;
}

using expected = std::vector<std::pair<std::size_t, int>>;

TEST(trains, join_datagrams_of_one_length_and_a_shorter_one_behind_them)
{
    EXPECT_EQ(messages_of(of({1464, 1464, 1464, 500, 1464, 1464}), true), (expected{{4, 1464}, {2, 1464}}));
    EXPECT_EQ(messages_of(of({100, 1464, 56}), true), (expected{{1, 0}, {2, 1464}}));
    EXPECT_EQ(messages_of(of({30000, 30000, 30000}), true), (expected{{2, 30000}, {1, 0}}));
}

TEST(trains, join_nothing_that_would_be_no_datagram_of_its_own)
{
    EXPECT_EQ(messages_of(of({0, 0, 8, 0}), true), (expected{{1, 0}, {1, 0}, {1, 0}, {1, 0}}));
    EXPECT_EQ(messages_of(of({1464, 1464, 500}), false), (expected{{1, 0}, {1, 0}, {1, 0}}));
    EXPECT_EQ(messages_of({}, true), expected{});
}

} // namespace
} // namespace hocket

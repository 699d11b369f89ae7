// SPDX-License-Identifier: BSD-3-Clause
// Who is who: rotation, and nets over some of the ranks.
#include "net/fake_port.hpp"
#include "net/net.hpp"
#include <gtest/gtest.h>
#include <set>

namespace hocket {
namespace {

using testing::fake_port;

constexpr int most = 33;

TEST(net, counts_from_its_root)
{
    fake_port port;
    for (int p = 1; p <= most; ++p)
        for (int root = 0; root < p; ++root)
            for (int r = 0; r < p; ++r) {
                auto on = net(port, r, p).rooted(root);
                ASSERT_EQ(on.size(), p);
                ASSERT_EQ((on.rank() + root) % p, r);
                ASSERT_EQ(on.origin(), root);
                ASSERT_EQ(on.unrooted().rank(), r);
            }
}

TEST(net, rotations_add_up)
{
    fake_port port;
    for (int p : {1, 2, 7, 16})
        for (int a = 0; a < p; ++a)
            for (int b = 0; b < p; ++b) {
                auto twice = net(port, 0, p).rooted(a).rooted(b);
                ASSERT_EQ(twice.rank(), net(port, 0, p).rooted((a + b) % p).rank());
                ASSERT_EQ(twice.receiving(0, bytes{}).peer, (a + b) % p);
            }
}

TEST(net, neighbours_wrap_around)
{
    fake_port port;
    for (int p = 1; p <= most; ++p)
        for (int r = 0; r < p; ++r)
            for (int by = 0; by <= 2 * p; ++by) {
                net on(port, r, p);
                ASSERT_EQ(on.next(by), (r + by) % p);
                ASSERT_EQ((on.prev(by) + by) % p, r);
            }
}

TEST(net, a_message_goes_to_the_rank_behind_the_number)
{
    fake_port port;
    for (int p = 1; p <= most; ++p)
        for (int root = 0; root < p; ++root) {
            auto on = net(port, 0, p).rooted(root);
            std::set<int> peers;
            for (int to = 0; to < p; ++to) {
                ASSERT_EQ(on.sending(to, bytes{}).peer, (to + root) % p);
                ASSERT_EQ(on.receiving(to, bytes{}).peer, (to + root) % p);
                peers.insert(on.sending(to, bytes{}).peer);
            }
            ASSERT_EQ(int(peers.size()), p);
        }
}

class every_third final : public membership {
public:
    int rank_of(int member) const override { return 3 * member + 1; }
};

TEST(net, among_some_ranks)
{
    fake_port port;
    every_third who;
    auto sub = net(port, 7, 12).rooted(5).among(who, 2, 4, 1);
    EXPECT_EQ(sub.rank(), 2);
    EXPECT_EQ(sub.size(), 4);
    EXPECT_EQ(sub.origin(), 0);
    for (int to = 0; to < 4; ++to) EXPECT_EQ(sub.sending(to, bytes{}).peer, 3 * to + 1);

    auto turned = sub.rooted(3);
    EXPECT_EQ(turned.rank(), 3);
    for (int to = 0; to < 4; ++to) EXPECT_EQ(turned.sending(to, bytes{}).peer, 3 * ((to + 3) % 4) + 1);
}

TEST(net, nets_that_one_begets_never_share_a_context)
{
    fake_port port;
    every_third who;
    net top(port, 0, 12);
    std::set<int> contexts{top.context()};
    for (int lane = 1; lane < 8; ++lane) {
        auto level = top.among(who, 0, 4, lane);
        EXPECT_TRUE(contexts.insert(level.context()).second);
        EXPECT_EQ(level.rooted(1).context(), level.context());
        for (int below = 1; below < 8; ++below)
            EXPECT_TRUE(contexts.insert(level.among(who, 0, 2, below).context()).second);
    }
}

} // namespace
} // namespace hocket

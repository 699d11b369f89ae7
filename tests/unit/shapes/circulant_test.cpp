// SPDX-License-Identifier: BSD-3-Clause
// The conditions under which the n-block schedules are right: (1) the receiver expects what the sender sends,
// (2) in q rounds every block comes once, (3) a rank sends only what it has.
#include "shapes/circulant.hpp"
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <vector>

namespace hocket {
namespace {

using entries = std::array<int, 32>;

// Condition (2): the entries are -q..-1 without b-q, and b instead.
::testing::AssertionResult brings_every_block_once(const broadcast_schedule& s, int b)
{
    std::vector<bool> seen(std::size_t(2 * s.q) + 1, false);
    for (int j = 0; j < s.q; ++j) {
        int e = s.recv[j];
        bool valid = e == b || (e >= -s.q && e < 0 && e != b - s.q);
        if (!valid || seen[e + s.q]) return ::testing::AssertionFailure() << "receives " << e << " in round " << j;
        seen[e + s.q] = true;
    }
    return ::testing::AssertionSuccess();
}

// Condition (3): what is sent in round j came in an earlier round or in the phase before.
::testing::AssertionResult has_what_it_sends(const broadcast_schedule& s, int b)
{
    for (int j = 0; j < s.q; ++j) {
        bool known = s.send[j] == b - s.q;
        for (int i = 0; i < j; ++i) known |= s.send[j] == s.recv[i];
        if (!known) return ::testing::AssertionFailure() << "sends " << s.send[j] << " in round " << j;
    }
    return ::testing::AssertionSuccess();
}

template <class RecvOf> void conditions(const circulant& graph, int v, RecvOf recv_of)
{
    auto s = circulant_broadcast(graph.p, v);
    SCOPED_TRACE(::testing::Message() << graph.p << " ranks, rank " << v);
    for (int j = 0; j < graph.q; ++j) ASSERT_EQ(s.send[j], recv_of(graph.ahead(v, j))[j]) << "round " << j;
    if (v == 0) return;
    int b = baseblock(graph, v);
    ASSERT_TRUE(brings_every_block_once(s, b));
    ASSERT_TRUE(has_what_it_sends(s, b));
}

TEST(circulant, skips_halve_and_neighbours_agree)
{
    for (int p = 1; p <= 2048; ++p) {
        circulant graph(p);
        ASSERT_EQ(graph.skip[graph.q], p);
        ASSERT_EQ(graph.skip[0], 1);
        ASSERT_TRUE(std::int64_t(1) << graph.q >= p && (p == 1 || (1 << (graph.q - 1)) < p));
        for (int j = 0; j < graph.q; ++j) {
            ASSERT_EQ(graph.skip[j], (graph.skip[j + 1] + 1) / 2);
            for (int r : {0, p / 3, p - 1}) {
                ASSERT_EQ(graph.ahead(r, j), (r + graph.skip[j]) % p);
                ASSERT_EQ(graph.behind(graph.ahead(r, j), j), r);
            }
        }
    }
}

TEST(circulant, schedules_meet_the_conditions_for_every_rank)
{
    for (int p = 2; p <= 2048; ++p) {
        circulant graph(p);
        std::vector<entries> recv;
        for (int v = 0; v < p; ++v) recv.push_back(receive_search(graph, v).schedule());
        for (int v = 0; v < p; ++v) {
            conditions(graph, v, [&](int u) -> const entries& { return recv[u]; });
            if (HasFatalFailure()) return;
        }
    }
}

TEST(circulant, schedules_meet_the_conditions_for_samples_of_many_ranks)
{
    std::mt19937 random(1);
    for (int p : {4095, 4097, 5000, 8191, 8193, 12345, 65535, 65536, 65537, 99991, 131073, 524289, 999999, 1000000,
                  1000001, 1000002, 1000003, 1 << 30, std::numeric_limits<int>::max()}) {
        circulant graph(p);
        auto recv_of = [&](int u) { return receive_search(graph, u).schedule(); };
        std::vector<int> ranks{0, 1, 2, p / 2, p / 2 + 1, p - 2, p - 1};
        for (int i = 0; i < 500; ++i) ranks.push_back(int(random() % unsigned(p)));
        for (int v : ranks) {
            conditions(graph, v, recv_of);
            if (HasFatalFailure()) return;
        }
    }
}

// Round by round, rank r has the blocks r, r+1, ... and takes the next ones from the front of its neighbour's.
TEST(circulant, allgather_brings_every_block_in_order)
{
    for (int p = 1; p <= 512; ++p) {
        circulant graph(p);
        std::vector<int> has(std::size_t(p), 1); // rank r has that many blocks from r on
        int received = 0;
        for (int j = 0; j < graph.q; ++j) {
            ASSERT_TRUE(graph.count(j) > 0 && graph.count(j) <= graph.skip[j]);
            auto before = has;
            for (int r = 0; r < p; ++r) {
                ASSERT_EQ((r + before[r]) % p, graph.ahead(r, j));
                ASSERT_LE(graph.count(j), before[graph.ahead(r, j)]);
                has[r] += graph.count(j);
            }
            received += graph.count(j);
        }
        ASSERT_EQ(received, p - 1);
        for (int n : has) ASSERT_EQ(n, p);
    }
}

} // namespace
} // namespace hocket

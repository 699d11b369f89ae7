// SPDX-License-Identifier: BSD-3-Clause
// What a virtual rank takes beside its frames, and how fast they are.
#include "scripts.hpp"
#include "world/toys.hpp"
#include <cstdio>
#include <ctime>
#include <gtest/gtest.h>

namespace hocket {
namespace {

// Each rank alone on its node, with eight interfaces and four messages under way: its place in every vector.
constexpr std::size_t servers_per_nic = 2, bytes_per_server = 16, nics = 8, under_way = 4;
constexpr std::size_t per_rank = sizeof(virtual_rank) + sizeof(completion) + sizeof(task) + sizeof(int) +
                                 servers_per_nic * bytes_per_server * nics +
                                 under_way * (sizeof(flight) + sizeof(event));
static_assert(per_rank <= 1024);

TEST(Simulator, SpeedOfARing)
{
    constexpr int p = 512;
    auto where = layout::block(p, 8);
    auto by = simple_machine();
    simulator on(by, where);
    auto all = on.user_buffer(p * 100);
    auto start = std::clock();
    auto run = on.run([&](net n) { return toys::allgather_ring(n, all, 100); });
    double took = double(std::clock() - start) / CLOCKS_PER_SEC;
    ASSERT_FALSE(run.trouble) << *run.trouble;
    EXPECT_EQ(run.messages, std::int64_t(p) * (p - 1));
    std::printf("ring allgather, %d ranks: %.2f M messages/s; %zu bytes a rank beside its frames\n", p,
                double(run.messages) * 1e-6 / took, per_rank);
}

} // namespace
} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#include "scripts.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

constexpr double closest = 1e-9;

machine with_nics(int count, double out_GBps, double in_GBps, bool neighbours_share = false)
{
    auto by = simple_machine();
    by.nic = {count, in_GBps, out_GBps, neighbours_share};
    return by;
}

std::vector<int> nics_of(const machine& by, const layout& where, int node)
{
    wires on(by, where);
    std::vector<int> all;
    for (int local = 0; local < where.size_of(node); ++local) all.push_back(on.nic_of(node, local));
    return all;
}

TEST(Wires, MapRanksToInterfaces)
{
    auto where = layout::block(10, 5);
    EXPECT_EQ(nics_of(with_nics(2, 1, 1), where, 0), (std::vector<int>{0, 1, 0, 1, 0}));
    EXPECT_EQ(nics_of(with_nics(2, 1, 1), where, 1), (std::vector<int>{2, 3, 2, 3, 2}));
    EXPECT_EQ(nics_of(with_nics(2, 1, 1, true), where, 1), (std::vector<int>{2, 2, 2, 3, 3}));
    EXPECT_EQ(nics_of(with_nics(8, 1, 1, true), where, 0), (std::vector<int>{0, 1, 3, 4, 6}));
    EXPECT_EQ(nics_of(with_nics(1, 1, 1, true), where, 1), (std::vector<int>(5, 1)));
}

TEST(Wires, LeaveOneAfterTheOther)
{
    auto where = layout::block(3, 1);
    auto by = with_nics(1, 1, 0);
    wires on(by, where);
    EXPECT_NEAR(on.leave(10, 0, 0, 1, 1000), 10, closest);
    EXPECT_NEAR(on.leave(10.25, 0, 0, 2, 500), 11, closest);
    EXPECT_NEAR(on.leave(11, 1, 1, 2, 500), 11, closest); // another interface
    EXPECT_NEAR(on.leave(20, 0, 0, 1, 1), 20, closest);   // idle meanwhile
    EXPECT_EQ(on.busiest_bytes(), 1501);
    on.clear();
    EXPECT_EQ(on.busiest_bytes(), 0);
    EXPECT_NEAR(on.leave(0, 0, 0, 1, 1000), 0, closest);
}

TEST(Wires, EnterAtTheRateOfTheSlowest)
{
    auto where = layout::block(3, 1);
    for (auto [in_GBps, flow_us] : {std::pair(1.0, 2.0), {0.25, 4.0}}) {
        auto by = with_nics(1, 0, in_GBps);
        wires on(by, where);
        auto first = on.enter(0, 0, 2, 0, 2, 1000), second = on.enter(0, 1, 2, 1, 2, 1000);
        EXPECT_FALSE(first.dropped || second.dropped);
        EXPECT_NEAR(first.at, flow_us, closest);
        EXPECT_NEAR(second.at, 1 / in_GBps + flow_us, closest);
    }
}

TEST(Wires, APortThatIsIdleTakesAnything)
{
    auto where = layout::block(2, 1);
    auto by = with_nics(1, 0, 1);
    by.port = {.buffer = 10, .drops = true, .rto_us = 7};
    wires on(by, where);
    EXPECT_NEAR(on.enter(0, 0, 1, 0, 1, 1000).at, 2, closest);
    auto again = on.enter(0.5, 0, 1, 0, 1, 1);
    EXPECT_TRUE(again.dropped);
    EXPECT_NEAR(again.at, 7.5, closest);
    EXPECT_FALSE(on.enter(1, 0, 1, 0, 1, 1).dropped); // the first is in
}

TEST(Wires, APausedSenderWaitsUntilThereIsRoom)
{
    auto where = layout::block(3, 1);
    auto by = with_nics(1, 0, 1);
    by.port.buffer = 1500;
    wires on(by, where);
    on.enter(0, 0, 2, 0, 2, 1000);
    on.enter(0, 1, 2, 1, 2, 1000); // fits when 500 bytes of the first are left
    EXPECT_NEAR(on.leave(0, 0, 0, 1, 1), 0, closest);
    EXPECT_NEAR(on.leave(0, 1, 1, 0, 1), 0.5, closest);
}

TEST(Wires, GroupsHaveTheirShareOfTheInterfaces)
{
    auto where = layout::block(6, 1);
    auto by = with_nics(2, 1, 0);
    by.groups = {.nodes = 3, .taper = 1.0 / 3}; // 2 GB/s for three nodes of 2 x 1
    wires on(by, where);
    EXPECT_NEAR(on.leave(0, 0, 0, 3, 1000), 0, closest);
    EXPECT_NEAR(on.leave(0, 2, 1, 4, 1000), 0.5, closest);
    EXPECT_NEAR(on.leave(0, 4, 2, 0, 1000), 0, closest); // inside the group
    EXPECT_NEAR(on.leave(0, 6, 3, 0, 1000), 0, closest); // the other group's way out
}

} // namespace
} // namespace hocket

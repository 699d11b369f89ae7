// SPDX-License-Identifier: BSD-3-Clause
#include "device/device_model.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

constexpr double us = 1e-6, per_gb = 1e-9;

// A device whose launches cost more than copies to it: a crossing that is not at one end.
device_costs plausible()
{
    return {{8 * us, per_gb / 20}, {8 * us, per_gb / 20}, {10 * us, per_gb / 800}, per_gb / 10, 5 * us};
}

TEST(device_model, finds_where_two_lines_cross)
{
    device_costs by{{1 * us, per_gb}, {1 * us, per_gb}, {20 * us, 0}, 0, 2 * us};
    // 24 us against 4 us and 2 ns a byte.
    EXPECT_NEAR(double(kernels_pay_from(by, {1, 2})), 10'000, 1);
}

TEST(device_model, knows_always_and_never)
{
    device_costs by = plausible();
    by.on_device.start = 0;
    EXPECT_EQ(kernels_pay_from(by, {1, 2}), 1u);
    by.on_device = {1, 1};
    EXPECT_EQ(kernels_pay_from(by, {1, 2}), never_pay);
    EXPECT_EQ(kernels_pay_from({}, {1, 1}), 1u) << "nothing costs anything";
}

TEST(device_model, wants_longer_vectors_where_more_is_to_be_done)
{
    auto by = plausible();
    auto two = kernels_pay_from(by, {1, 2}), sixteen = kernels_pay_from(by, {1, 16});
    EXPECT_LE(two, sixteen);
    by.on_device.start *= 10;
    EXPECT_GT(kernels_pay_from(by, {1, 2}), two);
    by.exchange *= 10;
    EXPECT_GT(kernels_pay_from(by, {1, 16}), sixteen);
}

TEST(device_model, counts_launches_and_passes_of_each_form)
{
    device_costs by{{}, {}, {10 * us, 3 * per_gb}, 0, 0, 1 * us};
    auto of = [&](int groups, device_form form) { return on_devices(by, {groups, 4}, form); };
    EXPECT_NEAR(of(1, device_form::sum).per_byte, 8 * per_gb, per_gb / 1000); // 4 operands, 4 results
    EXPECT_NEAR(of(1, device_form::blocks).per_byte, 5 * per_gb, per_gb / 1000);
    EXPECT_NEAR(of(1, device_form::prefixes).per_byte, 12 * per_gb, per_gb / 1000);
    EXPECT_NEAR(of(2, device_form::prefixes_before).per_byte, 17 * per_gb, per_gb / 1000);
    EXPECT_DOUBLE_EQ(of(1, device_form::sum).start, 10 * us);
    EXPECT_DOUBLE_EQ(of(1, device_form::blocks).start, 13 * us);
    EXPECT_DOUBLE_EQ(of(2, device_form::blocks).start, 10 * us);
    EXPECT_DOUBLE_EQ(of(1, device_form::prefixes).start, 13 * us);
    EXPECT_DOUBLE_EQ(of(2, device_form::prefixes).start, 23 * us);
    EXPECT_EQ(further_launches(16), 0);
    EXPECT_EQ(further_launches(17), 2); // one operand more, and one result
    EXPECT_EQ(further_launches(31), 2);
    EXPECT_EQ(further_launches(32), 3);
}

TEST(device_model, brings_only_a_block_back_to_each_rank)
{
    device_costs by{{1 * us, per_gb}, {1 * us, 4 * per_gb}, {20 * us, 0}, 0, 2 * us};
    EXPECT_NEAR(double(kernels_pay_from(by, {1, 4}, device_form::blocks)), 20e3 / 2,
                1); // 24 - 4 us, 1 + 4 / 4 ns a byte
    // Of two groups of 4: 30 - 4 us, and 1 + 4 / 8 ns a byte against (1 + 4 / 2) / 4.
    EXPECT_NEAR(double(kernels_pay_from(by, {2, 4}, device_form::blocks)), 26e3 / 0.75, 1);
}

// Ranks with a device each have nothing to reduce there.
TEST(device_model, leaves_single_ranks_to_the_host)
{
    EXPECT_EQ(kernels_pay_from(plausible(), {4, 1}), never_pay);
    EXPECT_NE(kernels_pay_from(plausible(), {4, 8}), never_pay);
}

} // namespace
} // namespace hocket

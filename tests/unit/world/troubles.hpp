// SPDX-License-Identifier: BSD-3-Clause
// What a trial has found wrong.
#pragma once
#include "world/world.hpp"
#include <gtest/gtest.h>
#include <optional>
#include <string>

namespace hocket {

inline void expect_trouble(const std::optional<trouble>& found, const std::string& kind, const std::string& words)
{
    ASSERT_TRUE(found);
    EXPECT_EQ(found->kind, kind) << found->detail;
    EXPECT_NE(found->detail.find(words), std::string::npos) << found->detail;
}

} // namespace hocket

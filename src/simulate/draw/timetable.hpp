// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "base/result.hpp"
#include "simulate/draw/draw.hpp"
#include "simulate/schedule.hpp"

namespace hocket {

// More cannot be told apart.
constexpr int most_rows = 256, most_rounds = 512;

// Rounds across, ranks down: each cell names the partner of that round, in the colour of the partner's node. Where a
// rank sends to others than it hears from, the upper half has whom it sends to, the lower one whom it hears from.
result<std::string> draw_timetable(const schedule& what, const layout& where, const picture_title& title);

} // namespace hocket

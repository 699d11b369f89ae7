// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "fit/place.hpp"
#include "fit/task.hpp"

namespace hocket::fit {

constexpr std::size_t largest = 4 << 20; // bytes of a message

// Half round trips, bursts, streams of several pairs at once, and receives into fresh memory.
void add_messages(const place& where, tasks& to);

// The largest message up to `largest` whose send ends although its receiver does nothing. On rank 0.
std::size_t eager_limit(const place& where, pair between);

} // namespace hocket::fit

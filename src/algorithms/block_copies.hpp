// SPDX-License-Identifier: BSD-3-Clause
// A run of blocks in one piece, so that it can be one message, and back.
#pragma once
#include "algorithms/algorithm.hpp"

namespace hocket {

inline task gather_run(net on, bytes into, block_run run)
{
    if (!run.high.empty()) co_await on.copy(into.first(run.high.size()), run.high);
    if (!run.low.empty()) co_await on.copy(into.last(run.low.size()), run.low);
}

inline task spread_run(net on, block_run run, cbytes from)
{
    if (!run.high.empty()) co_await on.copy(run.high, from.first(run.high.size()));
    if (!run.low.empty()) co_await on.copy(run.low, from.last(run.low.size()));
}

} // namespace hocket

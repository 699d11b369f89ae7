// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "fit/place.hpp"
#include "fit/task.hpp"

namespace hocket::fit {

// What one rank does by itself: copies, first use of memory, reductions. Rank 0 does it, the others wait.
void add_local(const place& where, tasks& to);

} // namespace hocket::fit

// SPDX-License-Identifier: BSD-3-Clause
// No algorithm can be faster under a machine model: microseconds (docs/machine-model.md).
#pragma once
#include "machine/machine.hpp"
#include "simulate/job.hpp"

namespace hocket {

double bcast_bound(const machine& by, const layout& where, const collective_job& job);
double gather_bound(const machine& by, const layout& where, const collective_job& job);
double scatter_bound(const machine& by, const layout& where, const collective_job& job);

} // namespace hocket

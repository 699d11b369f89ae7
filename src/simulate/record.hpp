// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "catalogue/catalogue.hpp"
#include "simulate/job.hpp"
#include "simulate/schedule.hpp"

namespace hocket {

// Runs the text of a collective once on all ranks and writes down what it asks for. Algorithms whose control flow
// depends on users' data or on time cannot be recorded; the library's own collective has no text.
result<schedule> record(const bound_plan& how, const layout& where, const collective_job& job);

} // namespace hocket

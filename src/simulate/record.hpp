// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "catalogue/catalogue.hpp"
#include "simulate/schedule.hpp"

namespace hocket {

// Runs the text of a broadcast on all ranks and writes down what it asks for. Algorithms whose control flow
// depends on data or on time cannot be recorded; the library's own broadcast has no text.
result<schedule> record_bcast(const bound_bcast& how, const layout& where, int root, std::size_t bytes);

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// Operands that tell a right reduction from a wrong one: nothing rounds, so there is one result, bit by bit, however
// the operands are bracketed, and one that is left out, taken twice or read from elsewhere shows.
#pragma once
#include "kernels/kernels.hpp"

namespace hocket {

// Elements of rank `rank`, as they travel. Of long doubles and half precision, which devices have no part in, bytes.
void fill_trial_operand(operation what, element of, int rank, std::size_t elements, std::byte* out);

} // namespace hocket

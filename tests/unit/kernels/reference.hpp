// SPDX-License-Identifier: BSD-3-Clause
// Every operation by its definition, one element at a time, slow and obvious; shares nothing with the kernels.
#pragma once
#include "kernels/kernels.hpp"

namespace hocket::reference {

std::size_t size_of(element of);
bool is_integer(element of);  // of C
bool is_logical(element of);
bool is_floating(element of); // real, not complex
bool is_complex(element of);
bool is_pair(element of);
bool defined(operation what, element of);

void combine(operation what, element of, std::byte* out, const std::byte* low, const std::byte* high);
// Equal bits. Where a NaN is computed any NaN will do: which payload two NaNs leave is not promised.
bool same(operation what, element of, const std::byte* found, const std::byte* wanted);

} // namespace hocket::reference

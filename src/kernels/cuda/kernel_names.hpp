// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "kernels/kernels.hpp"
#include <string>

namespace hocket {

// What reduce_kernels.hpp calls the kernel of an operation, "hocket_sum_f32"; empty where a device has none: long
// doubles, and what is not defined.
std::string device_kernel_name(operation what, element of);

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <string>

namespace hocket {

// reduce_kernels.hpp as a compiler of a device takes it, with that kernel alone; empty: there is none of that name.
std::string device_kernel_text(const std::string& name);

// All kernels as nvcc made them when Hocket was built; empty: there was none.
std::span<const unsigned char> compiled_device_kernels();

} // namespace hocket

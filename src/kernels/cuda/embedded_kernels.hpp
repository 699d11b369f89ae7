// SPDX-License-Identifier: BSD-3-Clause
// What the build makes of reduce_kernels.hpp.
#pragma once
#include "base/embedded.hpp"

namespace hocket {

extern const embedded_file embedded_kernels[]; // its text

// A fat binary of nvcc's, where it was asked for.
extern "C" const unsigned char hocket_kernel_image[];
extern "C" const unsigned long hocket_kernel_image_size;

} // namespace hocket

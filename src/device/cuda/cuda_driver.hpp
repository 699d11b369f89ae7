// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "device/driver.hpp"

namespace hocket {

// The CUDA driver that the program has loaded, held from now on; null where it has not, or has one without a function
// that we need. Nothing is initialised by it.
device_driver* find_cuda_driver();

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "device/device_program.hpp"

namespace hocket {

// Loads libcuda and makes the primary context of a device current, in this thread.
result<std::unique_ptr<device_program>> start_cuda_program(int nth);

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "device/cuda/cuda_api.hpp"
#include "device/work.hpp"

namespace hocket {

// For the life of the process, as is `with`; null: the driver lacks a function that it takes.
device_work* make_cuda_work(const cuda::api& with, void* library);

} // namespace hocket

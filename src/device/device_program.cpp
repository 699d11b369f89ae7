// SPDX-License-Identifier: BSD-3-Clause
#include "device/device_program.hpp"
#include "device/cuda/cuda_program.hpp"

namespace hocket {

result<std::unique_ptr<device_program>> device_program::start(const std::string& kind, int nth)
{
    if (kind != "cuda") return mistake{"no devices of kind '" + kind + "'; valid: cuda"};
    return start_cuda_program(nth);
}

} // namespace hocket

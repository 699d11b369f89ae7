// SPDX-License-Identifier: BSD-3-Clause
// The kernels of a device, compiled for the host: the same text.
#pragma once
#include "kernels/cuda/reduce_kernels.hpp"
#include <cstddef>
#include <string>
#include <vector>

namespace hocket {

// All threads of a launch, one after the other. False: there is no kernel of that name.
bool run_on_host(const std::string& name, const std::vector<std::byte*>& out, const std::vector<const std::byte*>& in,
                 std::size_t n, unsigned threads);
// Of all.
std::vector<std::string> names_on_host();

} // namespace hocket

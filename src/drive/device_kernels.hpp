// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "device/work.hpp"
#include "drive/operators.hpp"

namespace hocket {

// Null: a device has none.
const device_kernel* device_kernel_of(operation what, element of);
// The kernel of a device that does what this operator does on the host, bit by bit; null: a device has none. Elements
// have to lie one after the other.
const device_kernel* device_kernel_of(const operator_use& use);

} // namespace hocket

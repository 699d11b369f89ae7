/* SPDX-License-Identifier: BSD-3-Clause */
/* As device.h, with every buffer in plain memory of the first device: where kernels reduce. */
#define HOCKET_TESTS_ONE_KIND on_device
#include "device.h"

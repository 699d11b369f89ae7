/* SPDX-License-Identifier: BSD-3-Clause */
/* Included before a test program: nonblocking collectives on memory of devices. */
#include "nonblocking.h"

#include "device.h"

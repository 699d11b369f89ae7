/* SPDX-License-Identifier: BSD-3-Clause */
/* Included before a test program: persistent collectives on memory of devices. */
#include "persistent.h"

#include "device.h"

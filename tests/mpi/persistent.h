/* SPDX-License-Identifier: BSD-3-Clause */
/* The same with the persistent form of every collective. */
#define HOCKET_PERSISTENT
#include "nonblocking.h"

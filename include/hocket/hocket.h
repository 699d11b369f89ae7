/* SPDX-License-Identifier: BSD-3-Clause */
/* Hocket needs no call in a program. This header only tells which version it is. */
#ifndef HOCKET_HOCKET_H
#define HOCKET_HOCKET_H

#define HOCKET_VERSION_MAJOR 0
#define HOCKET_VERSION_MINOR 1
#define HOCKET_VERSION_PATCH 0
#define HOCKET_VERSION "0.1.0"

#endif

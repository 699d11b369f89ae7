/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef HOCKET_VERSION_H
#define HOCKET_VERSION_H

#define HOCKET_VERSION_MAJOR 0
#define HOCKET_VERSION_MINOR 1
#define HOCKET_VERSION_PATCH 0
#define HOCKET_VERSION "0.1.0"

#endif

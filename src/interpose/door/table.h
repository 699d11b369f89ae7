/* SPDX-License-Identifier: BSD-3-Clause */
/* What the neutral door and the library behind it agree on. */
#ifndef HOCKET_INTERPOSE_DOOR_TABLE_H
#define HOCKET_INTERPOSE_DOOR_TABLE_H

enum hocket_symbol {
#define X(name) hocket_symbol_##name,
#define E(name) hocket_symbol_extended_##name,
#include "interpose/symbols.def"
#undef E
#undef X
    hocket_symbols
};

typedef void (*hocket_function)(void);

/* Exported by libhocket-<abi>.so. `library` is the mapped libmpi. Returns hocket_symbols functions in the order of
 * symbols.def, or null and what stands in the way. */
typedef const hocket_function* (*hocket_handlers_function)(const char* library, const char** trouble);

/* The functions themselves, once the library has been found. */
#ifdef __cplusplus
extern "C"
#endif
    const hocket_function* hocket_all_handlers(void);

#endif

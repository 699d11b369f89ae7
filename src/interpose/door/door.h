/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef HOCKET_INTERPOSE_DOOR_DOOR_H
#define HOCKET_INTERPOSE_DOOR_DOOR_H

#include "interpose/door/table.h"

#define X(name) extern hocket_function hocket_slot_##name __attribute__((visibility("hidden")));
#define E(name) X(extended_##name)
#include "interpose/symbols.def"
#undef E
#undef X

extern hocket_function* const hocket_slots[hocket_symbols];
extern const char* const hocket_names[hocket_symbols];

struct hocket_api;
/* In libhocket-<abi>.so: the functions of hocket.h, or null where it has not that version. */
typedef const struct hocket_api* hocket_functions_function(int version);
extern hocket_functions_function* hocket_functions_there __attribute__((visibility("hidden")));

/* Fills every slot, once. */
void hocket_resolve(void) __attribute__((visibility("hidden")));

/* The MPI that this process has loaded. */
struct hocket_library {
    const char* abi; /* "abi", "ompi", "mpich"; null: none that we know */
    char path[4096];
};
struct hocket_library hocket_find_mpi(void);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
#include "interpose/door/door.h"
#include <stddef.h>

hocket_functions_function* hocket_functions_there = NULL;

/* Before an MPI library is loaded nothing is decided: it may come later. */
__attribute__((visibility("default"))) const struct hocket_api* hocket_api_of(int version)
{
    if (!hocket_find_mpi().abi) return NULL;
    hocket_resolve();
    return hocket_functions_there ? hocket_functions_there(version) : NULL;
}

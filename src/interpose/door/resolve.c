/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "interpose/door/door.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void set(int i, hocket_function f)
{
    __atomic_store_n(hocket_slots[i], f, __ATOMIC_RELEASE);
}

/* Where neither Hocket nor the library has the function: an error code, as from any function of MPI. */
static int absent(void)
{
    enum { other_error = 16 };
    return other_error;
}

static void leave_to_library(const char* path)
{
    void* library = *path ? dlopen(path, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    for (int i = 0; i < hocket_symbols; ++i) {
        void* real = dlsym(library ? library : RTLD_NEXT, hocket_names[i]);
        set(i, real ? (hocket_function)real : (hocket_function)absent);
    }
}

/* Finds libhocket-<abi>.so beside this library. Null, and one line, where that cannot be. */
static const hocket_function* handlers_for(const struct hocket_library* mpi)
{
    Dl_info self;
    char path[4096];
    if (!mpi->abi) {
        fputs("hocket: no MPI library that Hocket knows is loaded; MPI runs without Hocket\n", stderr);
        return NULL;
    }
    dladdr((void*)hocket_resolve, &self);
    const char* slash = strrchr(self.dli_fname, '/');
    int folder = slash ? (int)(slash + 1 - self.dli_fname) : 0;
    snprintf(path, sizeof path, "%.*slibhocket-%s.so", folder, self.dli_fname, mpi->abi);

    const char* trouble = NULL;
    void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    hocket_handlers_function open = library ? (hocket_handlers_function)dlsym(library, "hocket_handlers") : NULL;
    const hocket_function* handlers = open ? open(mpi->path, &trouble) : NULL;
    if (!open) trouble = dlerror();
    else if (handlers) hocket_functions_there = (hocket_functions_function*)dlsym(library, "hocket_functions");
    if (!handlers) fprintf(stderr, "hocket: MPI runs without Hocket: %s\n", trouble ? trouble : path);
    return handlers;
}

static void fill_slots(void)
{
    struct hocket_library mpi = hocket_find_mpi();
    const hocket_function* handlers = handlers_for(&mpi);
    if (!handlers) {
        leave_to_library(mpi.path);
        return;
    }
    for (int i = 0; i < hocket_symbols; ++i) set(i, handlers[i]);
}

void hocket_resolve(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_slots);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory of a device, by the CUDA driver that the loader finds: a GPU's, or the test double. Needs no CUDA to build. */
#ifndef HOCKET_TESTS_MPI_DEVICE_MEMORY_H
#define HOCKET_TESTS_MPI_DEVICE_MEMORY_H

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

enum { on_device, on_managed, on_pinned, on_host };

struct device_driver {
    void* library;
    int (*init)(unsigned);
    int (*retain)(void**, int);
    int (*set)(void*);
    int (*allocate)(unsigned long long*, size_t);
    int (*allocate_managed)(unsigned long long*, size_t, unsigned);
    int (*allocate_pinned)(void**, size_t, unsigned);
    int (*release)(unsigned long long);
    int (*release_pinned)(void*);
    int (*copy)(unsigned long long, unsigned long long, size_t);
};

static inline void device_must(int code, const char* what)
{
    if (code == 0) return;
    fprintf(stderr, "FAILED: %s: error %d of the driver\n", what, code);
    exit(1);
}

static inline void* device_function(void* library, const char* name)
{
    void* found = library ? dlsym(library, name) : NULL;
    if (found) return found;
    fprintf(stderr, "FAILED: libcuda.so.1: %s\n", dlerror());
    exit(1);
}

/* Loaded at the first use: after MPI_Init, as a program's run time does it. */
static inline struct device_driver* device_driver(void)
{
    static struct device_driver it;
    void* context;
    if (it.library) return &it;
    it.library = dlopen("libcuda.so.1", RTLD_NOW);
    *(void**)&it.init = device_function(it.library, "cuInit");
    *(void**)&it.retain = device_function(it.library, "cuDevicePrimaryCtxRetain");
    *(void**)&it.set = device_function(it.library, "cuCtxSetCurrent");
    *(void**)&it.allocate = device_function(it.library, "cuMemAlloc_v2");
    *(void**)&it.allocate_managed = device_function(it.library, "cuMemAllocManaged");
    *(void**)&it.allocate_pinned = device_function(it.library, "cuMemHostAlloc");
    *(void**)&it.release = device_function(it.library, "cuMemFree_v2");
    *(void**)&it.release_pinned = device_function(it.library, "cuMemFreeHost");
    *(void**)&it.copy = device_function(it.library, "cuMemcpy");
    device_must(it.init(0), "cuInit");
    device_must(it.retain(&context, 0), "cuDevicePrimaryCtxRetain");
    device_must(it.set(context), "cuCtxSetCurrent");
    return &it;
}

/* The first bytes of each say what kind it is, out of the program's sight. */
enum { device_head = 64 };

static inline char* device_allocate(size_t n, int kind)
{
    struct device_driver* by = device_driver();
    unsigned long long at = 0;
    void* pinned = NULL;
    long long is = kind;
    if (kind == on_host) pinned = malloc(n + device_head);
    else if (kind == on_pinned) device_must(by->allocate_pinned(&pinned, n + device_head, 0), "cuMemHostAlloc");
    else if (kind == on_managed) device_must(by->allocate_managed(&at, n + device_head, 1), "cuMemAllocManaged");
    else device_must(by->allocate(&at, n + device_head), "cuMemAlloc");
    if (pinned) at = (unsigned long long)pinned;
    device_must(by->copy(at, (unsigned long long)&is, sizeof is), "cuMemcpy");
    return (char*)at + device_head;
}

static inline void device_free(char* at)
{
    struct device_driver* by = device_driver();
    long long kind = 0;
    at -= device_head;
    device_must(by->copy((unsigned long long)&kind, (unsigned long long)at, sizeof kind), "cuMemcpy");
    if (kind == on_host) free(at);
    else device_must(kind == on_pinned ? by->release_pinned(at) : by->release((unsigned long long)at), "cuMemFree");
}

/* A copy of n bytes of the host; and back, and an end of it. */
static inline void* device_take(const void* from, size_t n, int kind)
{
    char* made = device_allocate(n, kind);
    device_must(device_driver()->copy((unsigned long long)made, (unsigned long long)from, n), "cuMemcpy");
    return made;
}

static inline void device_give(void* to, void* from, size_t n)
{
    device_must(device_driver()->copy((unsigned long long)to, (unsigned long long)from, n), "cuMemcpy");
    device_free((char*)from);
}

#endif

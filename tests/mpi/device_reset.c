/* SPDX-License-Identifier: BSD-3-Clause */
/* A program that resets its device between sums there, all ranks of it or one, and one that destroys a context: what
 * was remembered of the context is not used again, and sums go on to be right. */
#include "device_sums.h"

enum { n = 1000 };

static void* function_of_driver(const char* name)
{
    return device_function(device_driver()->library, name);
}

static void current_again(void)
{
    void* context;
    device_must(device_driver()->retain(&context, 0), "cuDevicePrimaryCtxRetain");
    device_must(device_driver()->set(context), "cuCtxSetCurrent");
}

static void reset(void)
{
    int (*by)(int);
    *(void**)&by = function_of_driver("cuDevicePrimaryCtxReset_v2");
    device_must(by(0), "cuDevicePrimaryCtxReset");
    current_again();
}

/* On one communicator before and after. */
static void sums_on_new_buffers(const char* what)
{
    char *out = device_allocate(n * 4, on_device), *in = device_allocate(n * 4, on_device);
    for (int i = 0; i < 3; ++i) sum((struct sum){out, in, n, i - 1 < ranks ? i - 1 : 0, 0, 0}, 1, what);
    MPI_Barrier(MPI_COMM_WORLD); /* nobody reads them any longer */
}

static void resets(void)
{
    for (int who = -1; who < ranks; ++who) {
        sums_on_new_buffers("sums before a reset");
        if (who < 0 || who == rank) reset();
        sums_on_new_buffers("sums after a reset");
    }
}

static void destroyed_contexts(void)
{
    int (*create)(void**, unsigned, int);
    int (*destroy)(void*);
    *(void**)&create = function_of_driver("cuCtxCreate_v2");
    *(void**)&destroy = function_of_driver("cuCtxDestroy_v2");
    for (int i = 0; i < 3; ++i) {
        void* mine;
        device_must(create(&mine, 0, 0), "cuCtxCreate");
        sums_on_new_buffers("sums in a context of its own");
        device_must(destroy(mine), "cuCtxDestroy");
        current_again();
    }
    sums_on_new_buffers("sums after contexts were destroyed");
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    device_driver();
    find_double();
    renew();
    resets();
    destroyed_contexts();
    return end_well();
}

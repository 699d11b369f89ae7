/* SPDX-License-Identifier: BSD-3-Clause */
/* on_devices [many]: allreduce and reduce by kernels (HOCKET_DEVICE=kernel): any alignment and count, in place, all
 * roots, kinds of memory that differ between ranks, and whatever a driver may refuse. */
#include "device_sums.h"

static void every_form(char* out, char* in)
{
    const int counts[] = {1, 3, 17, 1000, longest}, shifts[] = {0, 1, 4, 6, 16};
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j < 5; ++j)
            for (int in_place = 0; in_place < 2; ++in_place) {
                sum((struct sum){out, in, counts[i], -1, in_place, shifts[j]}, 1, "an allreduce");
                for (int root = 0; root < ranks; ++root)
                    if (i < 4) sum((struct sum){out, in, counts[i], root, in_place, shifts[j]}, 1, "a reduce");
            }
}

/* One rank has another kind of memory: all of them go the other way. */
static void mixed_kinds(char* out, char* in)
{
    for (int kind = on_managed; kind <= on_host; ++kind)
        for (int odd = 0; odd < ranks; ++odd) {
            char* other = device_allocate(4000, rank == odd ? kind : on_device);
            sum((struct sum){other, in, 1000, -1, 0, 0}, 0, "an operand in other memory");
            sum((struct sum){out, other, 1000, -1, 0, 0}, 0, "a result in other memory");
            sum((struct sum){out, other, 1000, odd ? 0 : ranks - 1, 0, 0}, ranks > 1,
                "memory that the root alone uses");
            device_free(other);
        }
}

/* Each rank with a device of its own, as far as there are some. */
static void two_devices(void)
{
    struct device_driver* by = device_driver();
    void *mine, *first;
    if (by->retain(&mine, 1) != 0) return;
    device_must(by->retain(&first, 0), "cuDevicePrimaryCtxRetain");
    if (rank % 2) device_must(by->set(mine), "cuCtxSetCurrent");
    char *out = device_allocate(4000, on_device), *in = device_allocate(4000, on_device);
    for (int root = -1; root < ranks; ++root)
        for (int in_place = 0; in_place < 2; ++in_place)
            sum((struct sum){out, in, 999, root, in_place, 0}, 1, "ranks on two devices");
    device_free(out);
    device_free(in);
    device_must(by->set(first), "cuCtxSetCurrent");
}

/* What can be refused before anything is written is staged; later it is an error on every rank. */
static void refusals(char* out, char* in)
{
    struct sum s = {out, in, 1000, -1, 0, 0};
    const char* refused[] = {"launch", "borrow"};
    for (int i = 0; i < 2; ++i) {
        renew();
        char* other = device_allocate(4000, on_device); /* that nobody has borrowed */
        s.out = other;
        fault(refused[i], 0, i ? 1000 : 1);
        sum(s, i == 1 && ranks == 1, refused[i]);
        fault(refused[i], 0, 0);
        sum(s, 1, "the next one");
        device_free(other);
    }
    s.out = out;
    renew();
    sum(s, 1, "one before");
    fault("wait", rank > 0 ? 1000000 : ranks > 1 ? 1 : 2, 1); /* after the copy, and a look at the program's work */
    int class, code = sum_is_right(&s, "a sum that fails");
    fault("wait", 0, 0);
    MPI_Error_class(code, &class);
    must(class == MPI_ERR_OTHER, "a kernel that fails is an error on every rank");
    renew();
    sum(s, 1, "the next one");
}

/* Blocks of 500 floats, where one launch is refused after some: 1: as an error, 0: all are right. */
static int blocks_end(char* out, char* in, int good_launches)
{
    enum { n = 500 };
    static float data[64 * n];
    int class;
    for (int i = 0; i < ranks * n; ++i) data[i] = (float)value(rank, i);
    copy(out, data, (size_t)(ranks * n) * 4);
    fault("launch", rank == 0 ? good_launches : 1000000, 1);
    int code = MPI_Reduce_scatter_block(out, in, n, MPI_FLOAT, MPI_SUM, comm);
    fault("launch", 0, 0);
    MPI_Error_class(code, &class);
    must(code == MPI_SUCCESS || class == MPI_ERR_OTHER, "a launch that is refused");
    if (code != MPI_SUCCESS) return 1;
    copy(data, in, n * 4);
    for (int i = 0; i < n; ++i) {
        float all = 0;
        for (int r = 0; r < ranks; ++r) all += (float)value(r, rank * n + i);
        must(data[i] == all, "a block");
    }
    return 0;
}

/* Before anything has been written they are staged; when one rank has its block it is an error on all. The device waits
 * then: the program may free its buffers, where a kernel that was launched before would still write. */
static void refused_blocks(char* out, char* in)
{
    renew();
    must(blocks_end(out, in, 1000000) == 0, "blocks, and their trial");
    must(blocks_end(out, in, 0) == 0, "a first block that is refused");
    must(blocks_end(out, in, 1) == (ranks > 1), "a second one that is");
    must(rank > 0 || count("queued") == 0, "work that goes on when its call has failed");
    renew();
    must(blocks_end(out, in, 1000000) == 0, "the next ones");
}

/* Of each rank by itself, in turn. */
static void not_lent(char* in)
{
    if (ranks == 1) return;
    renew();
    for (int odd = 0; odd < ranks; ++odd) {
        char* other = device_allocate(4000, on_device);
        if (rank == odd) fault("lend", 0, 1);
        sum((struct sum){other, in, 1000, -1, 0, 0}, odd == 0, "memory that the driver lends nobody");
        fault("lend", 0, 0);
        device_free(other);
    }
}

static void freed_memory(char* in)
{
    int class;
    renew();
    char* gone = device_allocate(4000, on_device);
    sum((struct sum){gone, in, 1000, -1, 0, 0}, 1, "a sum before");
    device_free(gone);
    MPI_Error_class(MPI_Allreduce(gone, in, 1000, MPI_FLOAT, MPI_SUM, comm), &class);
    must(class == MPI_ERR_BUFFER, "freed memory");
    renew();
}

static void many_buffers(char* in)
{
    renew();
    for (int i = 0; i < 10000; ++i) {
        char* one = device_allocate(1000 + (size_t)i % 777, on_device);
        struct sum s = {one, in, 200, i % 3 ? -1 : i % ranks, 0, 0};
        must(sum_is_right(&s, "one of many") == MPI_SUCCESS, "one of many");
        device_free(one);
    }
    must(!count || (count("borrowed") <= 64 && count("alive") < 100), "memory that is never given back");
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    char *out = device_allocate(longest * 4 + aside, on_device), *in = device_allocate(longest * 4 + aside, on_device);
    find_double();
    renew();
    every_form(out, in);
    mixed_kinds(out, in);
    two_devices();
    if (fault) refusals(out, in);
    if (fault) refused_blocks(out, in);
    if (fault) not_lent(in);
    freed_memory(in);
    if (argc > 1) many_buffers(in);
    device_free(out);
    device_free(in);
    return end_well();
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* on_devices [many]: allreduce and reduce by kernels (HOCKET_DEVICE=kernel): any alignment and count, in place, all
 * roots, kinds of memory that differ between ranks, and whatever a driver may refuse. A sum is right in any case; on
 * the test double it is also seen whether kernels made it. */
#include "device_memory.h"
#include <mpi.h>
#include <string.h>

typedef void fault_function(const char*, int, int);
typedef long count_function(const char*);
static fault_function* fault;
static count_function* count;
static MPI_Comm comm = MPI_COMM_NULL;
static int rank, ranks;

static void must(int holds, const char* what)
{
    if (holds) return;
    fprintf(stderr, "FAILED: rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void copy(void* to, const void* from, size_t n)
{
    device_must(device_driver()->copy((unsigned long long)to, (unsigned long long)from, n), "cuMemcpy");
}

/* The ranks of a new communicator agree at their first collective. */
static void renew(void)
{
    if (comm != MPI_COMM_NULL) MPI_Comm_free(&comm);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    MPI_Barrier(comm);
}

static long launches_of_all(void)
{
    long mine = count ? count("launches") : 0, all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

enum { longest = 70001, aside = 32 };

/* One sum of floats, the buffers some bytes into their memory; -1: an allreduce. `in` may be `out`. */
struct sum {
    char *out, *in;
    int n, root, in_place, shift;
};

static int value(int of, int i)
{
    return (of + 1) * (i % 13 + 1) % 101;
}

static int run(const struct sum* s)
{
    int gets = s->root < 0 || s->root == rank;
    const void* from = s->in_place && gets ? MPI_IN_PLACE : s->out + s->shift;
    void* to = gets ? (void*)(s->in + s->shift) : NULL;
    if (s->root < 0) return MPI_Allreduce(from, to, s->n, MPI_FLOAT, MPI_SUM, comm);
    return MPI_Reduce(from, to, s->n, MPI_FLOAT, MPI_SUM, s->root, comm);
}

static int sum_is_right(const struct sum* s, const char* what)
{
    static float data[longest + 1];
    int gets = s->root < 0 || s->root == rank;
    for (int i = 0; i < s->n; ++i) data[i] = (float)value(rank, i);
    copy((s->in_place && gets ? s->in : s->out) + s->shift, data, (size_t)s->n * 4);
    int code = run(s);
    if (code != MPI_SUCCESS || !gets) return code;
    copy(data, s->in + s->shift, (size_t)s->n * 4);
    for (int i = 0; i < s->n; ++i) {
        float all = 0;
        for (int r = 0; r < ranks; ++r) all += (float)value(r, i);
        if (data[i] != all) must(0, what);
    }
    return code;
}

/* Does every sum of this kind launch a kernel somewhere? Only the double counts. */
static void sum(struct sum s, int by_kernel, const char* what)
{
    long before = launches_of_all();
    must(sum_is_right(&s, what) == MPI_SUCCESS, what);
    if (!count) return;
    int launched = launches_of_all() > before;
    if (launched != by_kernel) fprintf(stderr, "rank %d: %s: %s a kernel\n", rank, what, launched ? "by" : "without");
    must(launched == by_kernel, what);
}

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
    fault("wait", rank == 0 ? 3 : 1000000, 1); /* after the copy and what waits for the program's work */
    int class, code = sum_is_right(&s, "a sum that fails");
    fault("wait", 0, 0);
    MPI_Error_class(code, &class);
    must(class == MPI_ERR_OTHER, "a kernel that fails is an error on every rank");
    renew();
    sum(s, 1, "the next one");
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
    *(void**)&fault = dlsym(device_driver()->library, "hocket_double_fault");
    *(void**)&count = dlsym(device_driver()->library, "hocket_double_count");
    renew();
    every_form(out, in);
    mixed_kinds(out, in);
    two_devices();
    if (fault) refusals(out, in);
    if (fault) not_lent(in);
    freed_memory(in);
    if (argc > 1) many_buffers(in);
    device_free(out);
    device_free(in);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    if (rank == 0) puts("ok");
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Sums of floats in memory of devices, which are right in any case; on the test double it is also seen whether kernels
 * made them. */
#ifndef HOCKET_TESTS_MPI_DEVICE_SUMS_H
#define HOCKET_TESTS_MPI_DEVICE_SUMS_H

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

/* Of a program in which all held. */
static int end_well(void)
{
    MPI_Comm_free(&comm);
    MPI_Finalize();
    if (rank == 0) puts("ok");
    return 0;
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
static inline void sum(struct sum s, int by_kernel, const char* what)
{
    long before = launches_of_all();
    must(sum_is_right(&s, what) == MPI_SUCCESS, what);
    if (!count) return;
    int launched = launches_of_all() > before;
    if (launched != by_kernel) fprintf(stderr, "rank %d: %s: %s a kernel\n", rank, what, launched ? "by" : "without");
    must(launched == by_kernel, what);
}

/* Of the test double, where it is one. */
static void find_double(void)
{
    *(void**)&fault = dlsym(device_driver()->library, "hocket_double_fault");
    *(void**)&count = dlsym(device_driver()->library, "hocket_double_count");
}

#endif

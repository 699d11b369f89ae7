/* SPDX-License-Identifier: BSD-3-Clause */
/* device_groups: one step of the driver fails while several groups of ranks reduce by kernels, on the test double and
 * with HOCKET_DEVICE=kernel. Each step of each rank fails in turn, most of them before results are handed out and some
 * meanwhile: all ranks have theirs or the same error, and the next call on that communicator is right. */
#include "device_sums.h"

enum { n = 1000, steps = 8, first_steps = 28, always = 1000000 };
enum form { allreduce, reduce, blocks, scan, exscan, forms };
static char *out, *in;
static int errors; /* that were returned */

static int reduced(enum form how)
{
    switch (how) {
    case allreduce: return MPI_Allreduce(out, in, n, MPI_FLOAT, MPI_SUM, comm);
    case reduce: return MPI_Reduce(out, in, n, MPI_FLOAT, MPI_SUM, ranks - 1, comm);
    case blocks: return MPI_Reduce_scatter_block(out, in, n / ranks, MPI_FLOAT, MPI_SUM, comm);
    case scan: return MPI_Scan(out, in, n, MPI_FLOAT, MPI_SUM, comm);
    default: return MPI_Exscan(out, in, n, MPI_FLOAT, MPI_SUM, comm);
    }
}

static int is_right(enum form how)
{
    float found[n];
    int count = how == blocks ? n / ranks : n, first = how == blocks ? rank * count : 0;
    int end = how == scan ? rank + 1 : how == exscan ? rank : ranks;
    if (end == 0 || (how == reduce && rank != ranks - 1)) return 1;
    copy(found, in, (size_t)count * 4);
    for (int i = 0; i < count; ++i) {
        float all = 0;
        for (int r = 0; r < end; ++r) all += (float)value(r, first + i);
        if (found[i] != all) return 0;
    }
    return 1;
}

/* MPI's class of the error, which all ranks have. */
static int ended(enum form how, const char* what, int after, int times)
{
    float data[n];
    int class, all[2];
    for (int i = 0; i < n; ++i) data[i] = (float)value(rank, i);
    copy(out, data, sizeof data);
    if (what) fault(what, after, times);
    int code = reduced(how);
    if (what) fault(what, 0, 0);
    MPI_Error_class(code, &class);
    int mine[] = {class, -class};
    MPI_Allreduce(mine, all, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    must(all[0] == -all[1], "an error on some ranks alone");
    must(count("queued") == 0, "work that goes on when its call is over");
    must(class != MPI_SUCCESS || is_right(how), "a wrong result");
    return class;
}

static void by_kernels(enum form how, const char* what)
{
    long before = launches_of_all();
    must(ended(how, NULL, 0, 0) == MPI_SUCCESS, what);
    must(launches_of_all() > before, "a call without a kernel");
}

static void each_step(enum form how, const char* what, int odd, int first, int times)
{
    for (int after = first; after < steps; ++after) {
        int class = ended(how, rank == odd ? what : NULL, after, times);
        must(class == MPI_SUCCESS || class == MPI_ERR_OTHER, "the class of an error");
        errors += class != MPI_SUCCESS;
        by_kernels(how, "the next call on a communicator where one failed");
    }
}

/* A kernel that has failed ends all that its process does on the device, also the copies of a call that is staged: one
 * rank left it then, and the others waited for it there. The first wait of all but the first rank is for the program's
 * work, before the call. */
static void hung_where_a_device_died(enum form how, const char* what, int odd)
{
    each_step(how, what, odd, odd > 0 && strcmp(what, "wait") == 0, always);
}

/* The first calls of communicators. While a kernel is tried out nothing is returned, and later calls may be staged. */
static void each_first_step(enum form how, const char* what, int odd)
{
    for (int after = 0; after < first_steps; ++after) {
        renew();
        int class = ended(how, rank == odd ? what : NULL, after, 1);
        must(class == MPI_SUCCESS || class == MPI_ERR_OTHER, "the class of an error of a first call");
        must(ended(how, NULL, 0, 0) == MPI_SUCCESS, "the next call where a first one failed");
    }
}

int main(int argc, char** argv)
{
    const char* all[] = {"copy", "launch", "wait"};
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    out = device_allocate(n * 4, on_device), in = device_allocate(n * 4, on_device);
    find_double();
    must(fault && count, "the test double of a driver");
    renew();
    for (enum form how = 0; how < forms; ++how) {
        by_kernels(how, "a call before");
        for (int i = 0; i < 3; ++i)
            for (int odd = 0; odd < ranks; ++odd) {
                each_step(how, all[i], odd, 0, 1);
                hung_where_a_device_died(how, all[i], odd);
            }
        must(errors > 0, "no step that failed");
        errors = 0;
    }
    for (int i = 0; i < 3; ++i)
        for (int odd = 0; odd < 2; ++odd) each_first_step(allreduce, all[i], odd);
    device_free(out);
    device_free(in);
    return end_well();
}

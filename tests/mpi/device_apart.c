/* SPDX-License-Identifier: BSD-3-Clause */
/* Ranks of which some have no driver, while others use devices: nobody waits for who is never asked. Later ones load it
 * between collectives, and only a new communicator hears of that. */
#include "device_memory.h"
#include <mpi.h>

enum { n = 3000 };
static int rank, ranks;

static void must(int holds, const char* what)
{
    if (holds) return;
    fprintf(stderr, "FAILED: rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void copy(void* to, const void* from)
{
    device_must(device_driver()->copy((unsigned long long)to, (unsigned long long)from, n * sizeof(int)), "cuMemcpy");
}

/* Those below `with` have their buffers on a device. */
static void sums(MPI_Comm comm, int with, const char* what)
{
    int data[n], here[n];
    int* out = rank < with ? (int*)device_allocate(sizeof data, on_device) : data;
    int* in = rank < with ? (int*)device_allocate(sizeof data, on_device) : here;
    for (int turn = 0; turn < 20; ++turn) {
        for (int i = 0; i < n; ++i) data[i] = i + turn;
        if (rank < with) copy(out, data);
        must(MPI_Allreduce(out, in, n, MPI_INT, MPI_SUM, comm) == MPI_SUCCESS, what);
        if (rank < with) copy(here, in);
        for (int i = 0; i < n; ++i) must(here[i] == ranks * (i + turn), what);
    }
    if (rank < with) device_free((char*)out), device_free((char*)in);
}

int main(int argc, char** argv)
{
    MPI_Comm before, one;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_dup(MPI_COMM_WORLD, &before);
    sums(before, 0, "sums without any driver");
    for (int with = 1; with <= ranks; ++with) {
        MPI_Comm_dup(MPI_COMM_WORLD, &one);
        sums(one, with, "sums of ranks with a driver and without");
        sums(before, with, "sums on a communicator that knows of no driver");
        MPI_Comm_free(&one);
    }
    MPI_Comm_free(&before);
    MPI_Finalize();
    if (rank == 0) puts("ok");
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* threads [SPEC]: two threads of every rank, each on a communicator of its own, which it also makes and frees. */
#include "forced.h"
#include "two_threads.h"
#include <stdlib.h>

static const char* spec = "knomial";

static void one_life(MPI_Comm parent, int salt)
{
    enum { n = 5003 };
    static _Thread_local int x[n];
    int rank, size;
    MPI_Comm comm = forced(parent, "bcast", spec);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int call = 0; call < 10; ++call) {
        int root = call % size;
        for (int i = 0; i < n; ++i) x[i] = rank == root ? i * salt + call : -1;
        MPI_Bcast(x, n, MPI_INT, root, comm);
        for (int i = 0; i < n; ++i)
            if (x[i] != i * salt + call) fprintf(stderr, "FAILED: rank %d, thread %d\n", rank, salt), exit(1);
    }
    MPI_Comm_free(&comm);
}

static void* lives(void* which)
{
    int me = *(int*)which;
    for (int i = 0; i < 30; ++i) one_life(parents[me], me + 3);
    return NULL;
}

int main(int argc, char** argv)
{
    if (argc > 1) spec = argv[1];
    return two_threads(argc, argv, lives);
}

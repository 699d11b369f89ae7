/* SPDX-License-Identifier: BSD-3-Clause */
/* native_rules_called [COLLECTIVE COMMUTES BYTES]...: each of these calls once, after one that may set up what the
 * library keeps for it. On stderr "@PID RANK COLLECTIVE COMMUTES BYTES" stands before each, "@PID" before the other.
 * BYTES: what the collective is decided by; elements are single bytes. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { most = 64 };

static int rank, size;
static unsigned char *sent, *got;

static void either(void* a, void* b, int* n, MPI_Datatype* type)
{
    (void)type;
    for (int i = 0; i < *n; ++i) ((unsigned char*)b)[i] |= ((unsigned char*)a)[i];
}

/* Blocks of a total, alike or one byte apart. */
static void cut(int total, int* counts, int* places)
{
    for (int r = 0, at = 0; r < size; ++r) {
        counts[r] = total / size + (r < total % size);
        places[r] = at;
        at += counts[r];
    }
}

static void exchange(const char* collective, int n)
{
    int counts[most], places[most];
    MPI_Datatype types[most];
    for (int r = 0; r < size; ++r) counts[r] = n, places[r] = n * r, types[r] = MPI_BYTE;
    MPI_Comm all = MPI_COMM_WORLD;
    if (strcmp(collective, "alltoall") == 0) MPI_Alltoall(sent, n, MPI_BYTE, got, n, MPI_BYTE, all);
    else if (strcmp(collective, "alltoallv") == 0)
        MPI_Alltoallv(sent, counts, places, MPI_BYTE, got, counts, places, MPI_BYTE, all);
    else MPI_Alltoallw(sent, counts, places, types, got, counts, places, types, all);
}

static void call(const char* collective, MPI_Op op, int n)
{
    int counts[most], places[most];
    MPI_Comm all = MPI_COMM_WORLD;
    MPI_Datatype type = MPI_BYTE;
    cut(n, counts, places);
    if (strcmp(collective, "barrier") == 0) MPI_Barrier(all);
    else if (strcmp(collective, "bcast") == 0) MPI_Bcast(got, n, type, 0, all);
    else if (strcmp(collective, "gather") == 0) MPI_Gather(sent, n, type, got, n, type, 0, all);
    else if (strcmp(collective, "scatter") == 0) MPI_Scatter(sent, n, type, got, n, type, 0, all);
    else if (strcmp(collective, "allgather") == 0) MPI_Allgather(sent, n, type, got, n, type, all);
    else if (strcmp(collective, "allgatherv") == 0)
        MPI_Allgatherv(sent, counts[rank], type, got, counts, places, type, all);
    else if (strncmp(collective, "alltoall", strlen("alltoall")) == 0) exchange(collective, n);
    else if (strcmp(collective, "reduce") == 0) MPI_Reduce(sent, got, n, type, op, 0, all);
    else if (strcmp(collective, "allreduce") == 0) MPI_Allreduce(sent, got, n, type, op, all);
    else if (strcmp(collective, "reduce_scatter") == 0) MPI_Reduce_scatter(sent, got, counts, type, op, all);
    else if (strcmp(collective, "reduce_scatter_block") == 0) MPI_Reduce_scatter_block(sent, got, n, type, op, all);
    else if (strcmp(collective, "scan") == 0) MPI_Scan(sent, got, n, type, op, all);
    else if (strcmp(collective, "exscan") == 0) MPI_Exscan(sent, got, n, type, op, all);
    else MPI_Abort(all, 2);
}

int main(int argc, char** argv)
{
    MPI_Op ordered;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Op_create(either, 0, &ordered);
    size_t largest = 0;
    for (int i = 3; i < argc; i += 3)
        if (strtoull(argv[i], NULL, 10) > largest) largest = strtoull(argv[i], NULL, 10);
    sent = calloc((size_t)size, largest + 1);
    got = calloc((size_t)size, largest + 1);
    if (size > most || !sent || !got) MPI_Abort(MPI_COMM_WORLD, 2);
    for (int i = 1; i + 2 < argc; i += 3) {
        MPI_Op op = atoi(argv[i + 1]) ? MPI_BOR : ordered;
        fprintf(stderr, "@%d\n", (int)getpid());
        call(argv[i], op, atoi(argv[i + 2]));
        fprintf(stderr, "@%d %d %s %s %s\n", (int)getpid(), rank, argv[i], argv[i + 1], argv[i + 2]);
        call(argv[i], op, atoi(argv[i + 2]));
    }
    MPI_Finalize();
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls of known numbers and sizes, with a rank that comes late by a known time, for HOCKET_PROFILE. Prints "ok". */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { late_us = 3000 };

static int rank, ranks;

/* The last rank is late each time. */
static void late_barriers(void)
{
    for (int i = 0; i < 40; ++i) {
        if (rank == ranks - 1) usleep(late_us);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

static void many_of_the_world(void)
{
    double in = 1, out = 0;
    char* text = calloc(1, 4096);
    for (int i = 0; i < 1000; ++i) MPI_Allreduce(&in, &out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < 50; ++i) MPI_Bcast(text, 3000, MPI_BYTE, i % ranks, MPI_COMM_WORLD);
    for (int i = 0; i < 7; ++i) MPI_Bcast(text, 0, MPI_BYTE, 0, MPI_COMM_WORLD);
    free(text);
}

/* Rank r sends r + 1 ints to each other. */
static void unequal(void)
{
    int *counts = malloc(4 * sizeof(int) * (size_t)ranks), *offsets = counts + ranks, *in = offsets + ranks;
    int *in_at = in + ranks, n = 0, m = 0;
    for (int r = 0; r < ranks; ++r) {
        counts[r] = rank + 1, offsets[r] = n, n += counts[r];
        in[r] = r + 1, in_at[r] = m, m += in[r];
    }
    int *from = calloc((size_t)n, sizeof(int)), *to = calloc((size_t)m, sizeof(int));
    MPI_Alltoallv(from, counts, offsets, MPI_INT, to, in, in_at, MPI_INT, MPI_COMM_WORLD);
    MPI_Allgatherv(from, rank + 1, MPI_INT, to, in, in_at, MPI_INT, MPI_COMM_WORLD);
    MPI_Gatherv(from, rank + 1, MPI_INT, to, in, in_at, MPI_INT, 0, MPI_COMM_WORLD);
    free(from), free(to), free(counts);
}

static void later(void)
{
    int value = 1;
    MPI_Request request;
    for (int i = 0; i < 11; ++i) {
        MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

/* Halves of the world, kept to the end; then many that are freed at once. */
static void others(void)
{
    MPI_Comm half, copy;
    int value = 1, all[64];
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    for (int i = 0; i < 20; ++i) MPI_Allgather(&value, 1, MPI_INT, all, 1, MPI_INT, half);
    for (int i = 0; i < 300; ++i) {
        MPI_Comm_dup(MPI_COMM_WORLD, &copy);
        MPI_Bcast(&value, 1, MPI_INT, 0, copy);
        MPI_Comm_free(&copy);
    }
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    late_barriers();
    many_of_the_world();
    unequal();
    later();
    others();
    if (rank == 0) puts("ok");
    MPI_Finalize();
    return 0;
}

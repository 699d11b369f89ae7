/* SPDX-License-Identifier: BSD-3-Clause */
/* rooted_threads: two threads of every rank gather and scatter, each on communicators of its own, with blocks so long
 * that both take memory from the process's pool. */
#include "two_threads.h"
#include <stdlib.h>

enum { longest = 150000, lives = 8, calls = 6 };

static void wrong(int rank, int thread, const char* what)
{
    fprintf(stderr, "FAILED: %s, rank %d, thread %d\n", what, rank, thread);
    exit(1);
}

static void one_life(int thread, int* mine, int* all, int* counts, int* offsets)
{
    int rank, size;
    MPI_Comm comm;
    MPI_Comm_dup(parents[thread], &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int call = 0; call < calls; ++call) {
        int root = call % size, sum = 0;
        for (int i = 0; i < size; ++i) counts[i] = (i + call) % 3 ? 100 : longest, offsets[i] = sum, sum += counts[i];
        for (int k = 0; k < counts[rank]; ++k) mine[k] = rank * 7 + k * (thread + 3);
        MPI_Gatherv(mine, counts[rank], MPI_INT, all, counts, offsets, MPI_INT, root, comm);
        for (int i = 0; rank == root && i < size; ++i)
            for (int k = 0; k < counts[i]; ++k)
                if (all[offsets[i] + k] != i * 7 + k * (thread + 3)) wrong(rank, thread, "gatherv");
        for (int k = 0; k < counts[rank]; ++k) mine[k] = -1;
        MPI_Scatterv(all, counts, offsets, MPI_INT, mine, counts[rank], MPI_INT, root, comm);
        for (int k = 0; k < counts[rank]; ++k)
            if (mine[k] != rank * 7 + k * (thread + 3)) wrong(rank, thread, "scatterv");
    }
    MPI_Comm_free(&comm);
}

static void* run(void* which)
{
    int thread = *(int*)which, size;
    MPI_Comm_size(parents[thread], &size);
    int *mine = malloc(longest * sizeof *mine), *all = malloc((size_t)size * longest * sizeof *all);
    int *counts = malloc((size_t)size * sizeof *counts), *offsets = malloc((size_t)size * sizeof *offsets);
    for (int i = 0; i < lives; ++i) one_life(thread, mine, all, counts, offsets);
    free(mine), free(all), free(counts), free(offsets);
    return NULL;
}

int main(int argc, char** argv)
{
    return two_threads(argc, argv, run);
}

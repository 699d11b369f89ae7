/* SPDX-License-Identifier: BSD-3-Clause */
/* reduction_large: allgathers and reductions of more than 2 GiB, also where one block alone is that long, and with
 * counts that are no ints where the library has them. Which algorithm runs is for the settings to say. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef unsigned long word;
static const size_t n = ((size_t)1 << 28) + 513; /* words: more than 2 GiB */
static int rank, ranks;

static word value(int of, size_t at)
{
    return ((word)of + 1) * 2654435761u + at * 31;
}

/* Of the ranks below `high`. */
static word sum(int high, size_t at)
{
    word s = 0;
    for (int i = 0; i < high; ++i) s += value(i, at);
    return s;
}

static void must(int holds, const char* what, size_t at)
{
    if (holds) return;
    fprintf(stderr, "FAILED: %s, rank %d of %d, word %zu\n", what, rank, ranks, at);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void fill(word* a)
{
    for (size_t i = 0; i < n; ++i) a[i] = value(rank, i);
}

static void summed(const char* what, const word* is, int high, size_t first, size_t count)
{
    for (size_t i = 0; i < count; ++i) must(is[i] == sum(high, first + i), what, i);
}

static void reduce(word* mine, word* result)
{
    int root = ranks - 1;
    fill(mine);
    MPI_Reduce(mine, result, (int)n, MPI_UNSIGNED_LONG, MPI_SUM, root, MPI_COMM_WORLD);
    if (rank == root) summed("reduce", result, ranks, 0, n);
    MPI_Allreduce(mine, result, (int)n, MPI_UNSIGNED_LONG, MPI_SUM, MPI_COMM_WORLD);
    summed("allreduce", result, ranks, 0, n);
    MPI_Scan(mine, result, (int)n, MPI_UNSIGNED_LONG, MPI_SUM, MPI_COMM_WORLD);
    summed("scan", result, rank + 1, 0, n);
    MPI_Exscan(mine, result, (int)n, MPI_UNSIGNED_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank > 0) summed("exscan", result, rank, 0, n);
#if MPI_VERSION >= 4
    MPI_Allreduce_c(mine, result, (MPI_Count)(n * sizeof *mine), MPI_BYTE, MPI_BXOR, MPI_COMM_WORLD);
    for (size_t i = 0; i < n; ++i) {
        word x = 0;
        for (int r = 0; r < ranks; ++r) x ^= value(r, i);
        must(result[i] == x, "allreduce of bytes", i);
    }
#endif
}

/* The last rank has nearly all. */
static void scatter(const word* mine, word* result)
{
    int *counts = malloc((size_t)ranks * sizeof *counts), each = (int)(n / (size_t)ranks);
    size_t first = 0;
    for (int i = 0; i < ranks; ++i) counts[i] = i < ranks - 1 ? 5 : (int)n - 5 * (ranks - 1);
    for (int i = 0; i < rank; ++i) first += (size_t)counts[i];
    MPI_Reduce_scatter(mine, result, counts, MPI_UNSIGNED_LONG, MPI_SUM, MPI_COMM_WORLD);
    summed("reduce_scatter", result, ranks, first, (size_t)counts[rank]);
    MPI_Reduce_scatter_block(mine, result, each, MPI_UNSIGNED_LONG, MPI_SUM, MPI_COMM_WORLD);
    summed("reduce_scatter_block", result, ranks, (size_t)rank * (size_t)each, (size_t)each);
    free(counts);
}

static void gather(const word* mine, word* all)
{
    int *counts = malloc((size_t)ranks * sizeof *counts), *offsets = malloc((size_t)ranks * sizeof *offsets);
    int each = (int)(n / (size_t)ranks), next = 0;
    for (int i = 0; i < ranks; ++i) {
        counts[i] = i < ranks - 1 ? 5 : (int)n - 5 * (ranks - 1);
        offsets[i] = next;
        next += counts[i];
    }
    MPI_Allgather(mine, each, MPI_UNSIGNED_LONG, all, each, MPI_UNSIGNED_LONG, MPI_COMM_WORLD);
    for (size_t i = 0; i < (size_t)each * (size_t)ranks; ++i)
        must(all[i] == value((int)(i / (size_t)each), i % (size_t)each), "allgather", i);
    MPI_Allgatherv(mine, counts[rank], MPI_UNSIGNED_LONG, all, counts, offsets, MPI_UNSIGNED_LONG, MPI_COMM_WORLD);
    for (int r = 0; r < ranks; ++r)
        for (size_t i = 0; i < (size_t)counts[r]; ++i)
            must(all[(size_t)offsets[r] + i] == value(r, i), "allgatherv", i);
    free(counts);
    free(offsets);
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    word *mine = malloc(n * sizeof *mine), *result = malloc(n * sizeof *result);
    must(mine && result, "no memory", n);
    reduce(mine, result);
    scatter(mine, result);
    gather(mine, result);
    free(mine);
    free(result);
    MPI_Finalize();
    if (rank == 0) puts("ok");
    return 0;
}

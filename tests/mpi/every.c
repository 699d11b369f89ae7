/* SPDX-License-Identifier: BSD-3-Clause */
/* every: each collective once, with what it should bring. Which algorithm runs is for the settings to say. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { n = 1100, most = 16 };
static int rank, ranks, mine[most * n], all[most * n], result[most * n], counts[most], offsets[most];

static int value(int of, int at)
{
    return of * 7 + at % 911;
}

/* Of the ranks below `high`. */
static int sum(int high, int at)
{
    return high * (high - 1) / 2 * 7 + high * (at % 911);
}

static void must(int holds, const char* what)
{
    if (holds) return;
    fprintf(stderr, "FAILED: %s, rank %d of %d\n", what, rank, ranks);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void all_there(const char* what)
{
    for (int i = 0; i < ranks * n; ++i) must(all[i] == value(i / n, i % n), what);
    for (int i = 0; i < ranks * n; ++i) all[i] = -1;
}

static void summed(const char* what, int high, int first)
{
    for (int i = 0; i < n; ++i) must(result[i] == sum(high, first + i), what);
    for (int i = 0; i < n; ++i) result[i] = -1;
}

static void move(int root)
{
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < n; ++i) result[i] = rank == root ? value(root, i) : -1;
    MPI_Bcast(result, n, MPI_INT, root, MPI_COMM_WORLD);
    for (int i = 0; i < n; ++i) must(result[i] == value(root, i), "bcast");
    MPI_Gather(mine, n, MPI_INT, all, n, MPI_INT, root, MPI_COMM_WORLD);
    if (rank == root) all_there("gather");
    MPI_Gatherv(mine, n, MPI_INT, all, counts, offsets, MPI_INT, root, MPI_COMM_WORLD);
    if (rank == root) all_there("gatherv");
    MPI_Allgather(mine, n, MPI_INT, all, n, MPI_INT, MPI_COMM_WORLD);
    all_there("allgather");
    MPI_Allgatherv(mine, n, MPI_INT, all, counts, offsets, MPI_INT, MPI_COMM_WORLD);
    all_there("allgatherv");
    for (int i = 0; i < ranks * n; ++i) all[i] = value(i / n, i % n);
    MPI_Scatter(all, n, MPI_INT, result, n, MPI_INT, root, MPI_COMM_WORLD);
    for (int i = 0; i < n; ++i) must(result[i] == mine[i], "scatter");
    MPI_Scatterv(all, counts, offsets, MPI_INT, result, n, MPI_INT, root, MPI_COMM_WORLD);
    for (int i = 0; i < n; ++i) must(result[i] == mine[i], "scatterv");
}

static void combine(int root)
{
    for (int i = 0; i < ranks * n; ++i) mine[i] = value(rank, i);
    MPI_Reduce(mine, result, n, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
    if (rank == root) summed("reduce", ranks, 0);
    MPI_Allreduce(mine, result, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    summed("allreduce", ranks, 0);
    MPI_Reduce_scatter_block(mine, result, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    summed("reduce_scatter_block", ranks, rank * n);
    MPI_Reduce_scatter(mine, result, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    summed("reduce_scatter", ranks, rank * n);
    MPI_Scan(mine, result, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    summed("scan", rank + 1, 0);
    MPI_Exscan(mine, result, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank > 0) summed("exscan", rank, 0);
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < ranks; ++i) counts[i] = n, offsets[i] = i * n;
    for (int i = 0; i < n; ++i) mine[i] = value(rank, i);
    move(ranks - 1);
    combine(ranks - 1);
    MPI_Finalize();
    if (rank == 0) puts("ok");
    return 0;
}

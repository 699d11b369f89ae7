/* SPDX-License-Identifier: BSD-3-Clause */
/* reduction_threads: two threads of every rank meet, gather and reduce, each on communicators of its own, with vectors
 * so long that both take memory from the process's pool. */
#include "two_threads.h"
#include <stdlib.h>

enum { lives = 6, calls = 4 };

/* What one thread works on: as many elements for each rank, or blocks that differ. */
struct work {
    MPI_Comm comm;
    int thread, rank, ranks, n, sum, *counts, *offsets;
    unsigned *mine, *all;
};

static unsigned value(const struct work* w, int of, int at)
{
    return (unsigned)(of + 1) * 2654435761u + (unsigned)(at * (w->thread + 3));
}

static void wrong(const struct work* w, const char* what)
{
    fprintf(stderr, "FAILED: %s, rank %d, thread %d\n", what, w->rank, w->thread);
    exit(1);
}

/* The operands of the ranks below `high`, elements from `first` on. */
static void summed(const struct work* w, const char* what, int high, int first, int n)
{
    for (int k = 0; k < n; ++k) {
        unsigned sum = 0;
        for (int i = 0; i < high; ++i) sum += value(w, i, first + k);
        if (w->all[k] != sum) wrong(w, what);
        w->all[k] = 0;
    }
}

static void gather(struct work* w)
{
    MPI_Barrier(w->comm);
    for (int k = 0; k < w->n; ++k) w->mine[k] = value(w, w->rank, k);
    MPI_Allgather(w->mine, w->n, MPI_UNSIGNED, w->all, w->n, MPI_UNSIGNED, w->comm);
    for (int k = 0; k < w->n * w->ranks; ++k)
        if (w->all[k] != value(w, k / w->n, k % w->n)) wrong(w, "allgather");
    MPI_Allgatherv(w->mine, w->counts[w->rank], MPI_UNSIGNED, w->all, w->counts, w->offsets, MPI_UNSIGNED, w->comm);
    for (int i = 0; i < w->ranks; ++i)
        for (int k = 0; k < w->counts[i]; ++k)
            if (w->all[w->offsets[i] + k] != value(w, i, k)) wrong(w, "allgatherv");
}

static void reduce(struct work* w, int root)
{
    for (int k = 0; k < w->n * w->ranks; ++k) w->mine[k] = value(w, w->rank, k);
    MPI_Reduce(w->mine, w->all, w->n, MPI_UNSIGNED, MPI_SUM, root, w->comm);
    if (w->rank == root) summed(w, "reduce", w->ranks, 0, w->n);
    MPI_Allreduce(w->mine, w->all, w->n, MPI_UNSIGNED, MPI_SUM, w->comm);
    summed(w, "allreduce", w->ranks, 0, w->n);
    MPI_Reduce_scatter_block(w->mine, w->all, w->n, MPI_UNSIGNED, MPI_SUM, w->comm);
    summed(w, "reduce_scatter_block", w->ranks, w->rank * w->n, w->n);
    MPI_Reduce_scatter(w->mine, w->all, w->counts, MPI_UNSIGNED, MPI_SUM, w->comm);
    summed(w, "reduce_scatter", w->ranks, w->offsets[w->rank], w->counts[w->rank]);
    MPI_Scan(w->mine, w->all, w->n, MPI_UNSIGNED, MPI_SUM, w->comm);
    summed(w, "scan", w->rank + 1, 0, w->n);
    MPI_Exscan(w->mine, w->all, w->n, MPI_UNSIGNED, MPI_SUM, w->comm);
    if (w->rank > 0) summed(w, "exscan", w->rank, 0, w->n);
}

static void one_life(struct work* w)
{
    MPI_Comm_dup(parents[w->thread], &w->comm);
    for (int call = 0; call < calls; ++call) {
        w->n = call % 2 ? 50000 : 100;
        w->sum = 0;
        for (int i = 0; i < w->ranks; ++i) {
            w->counts[i] = (i + call) % 3 ? w->n / 2 : w->n;
            w->offsets[i] = w->sum;
            w->sum += w->counts[i];
        }
        gather(w);
        reduce(w, call % w->ranks);
    }
    MPI_Comm_free(&w->comm);
}

static void* run(void* which)
{
    struct work w = {.thread = *(int*)which};
    MPI_Comm_rank(parents[w.thread], &w.rank);
    MPI_Comm_size(parents[w.thread], &w.ranks);
    size_t room = (size_t)w.ranks * 50000;
    w.mine = malloc(room * sizeof *w.mine), w.all = malloc(room * sizeof *w.all);
    w.counts = malloc((size_t)w.ranks * sizeof *w.counts), w.offsets = malloc((size_t)w.ranks * sizeof *w.offsets);
    for (int i = 0; i < lives; ++i) one_life(&w);
    free(w.mine), free(w.all), free(w.counts), free(w.offsets);
    return NULL;
}

int main(int argc, char** argv)
{
    return two_threads(argc, argv, run);
}

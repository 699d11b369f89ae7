/* SPDX-License-Identifier: BSD-3-Clause */
/* alltoall_threads: two threads of every rank exchange, each on communicators of its own, with blocks so long that both
 * take memory from the process's pool. */
#include "two_threads.h"
#include <stdlib.h>

enum { longest = 30000, lives = 6, calls = 4 };

/* What one thread works on: blocks that differ, with room for the longest of each. */
struct work {
    MPI_Comm comm;
    int thread, rank, ranks, call, *out, *in, *places, *sent, *come;
    MPI_Datatype gaps; /* every other int */
};

static int value(const struct work* w, int from, int to, int at)
{
    return from * 7919 + to * 31 + at * (w->thread + 3) + w->call;
}

static void fill(struct work* w, int* into, int step)
{
    for (int i = 0; i < w->ranks; ++i)
        for (int k = 0; k < longest; ++k) into[w->places[i] * step + k * step] = value(w, w->rank, i, k);
}

static void judge(const struct work* w, const char* what, int step, const int* counts)
{
    for (int i = 0; i < w->ranks; ++i)
        for (int k = 0; k < counts[i]; ++k) {
            if (w->come[(w->places[i] + k) * step] == value(w, i, w->rank, k)) continue;
            fprintf(stderr, "FAILED: %s, rank %d, thread %d\n", what, w->rank, w->thread);
            exit(1);
        }
}

static void exchange(struct work* w)
{
    for (int i = 0; i < w->ranks; ++i) {
        w->out[i] = (w->rank + 2 * i + w->call) % 3 ? 100 : longest;
        w->in[i] = (i + 2 * w->rank + w->call) % 3 ? 100 : longest;
    }
    fill(w, w->sent, 1);
    MPI_Alltoallv(w->sent, w->out, w->places, MPI_INT, w->come, w->in, w->places, w->gaps, w->comm);
    judge(w, "alltoallv", 2, w->in);
    MPI_Alltoall(w->sent, longest, MPI_INT, w->come, longest, MPI_INT, w->comm);
    for (int i = 0; i < w->ranks; ++i) w->in[i] = longest;
    judge(w, "alltoall", 1, w->in);
    fill(w, w->come, 2);
    for (int i = 0; i < w->ranks; ++i) w->in[i] = (i + w->rank + w->call) % 3 ? longest : 100;
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, w->come, w->in, w->places, w->gaps, w->comm);
    judge(w, "alltoallv in place", 2, w->in);
}

static void* run(void* which)
{
    struct work w = {.thread = *(int*)which};
    MPI_Comm_rank(parents[w.thread], &w.rank);
    MPI_Comm_size(parents[w.thread], &w.ranks);
    size_t list = (size_t)w.ranks * sizeof(int);
    w.out = malloc(list), w.in = malloc(list), w.places = malloc(list);
    w.sent = malloc(list * longest), w.come = malloc(2 * list * longest);
    for (int i = 0; i < w.ranks; ++i) w.places[i] = i * longest;
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &w.gaps);
    MPI_Type_commit(&w.gaps);
    for (int life = 0; life < lives; ++life) {
        MPI_Comm_dup(parents[w.thread], &w.comm);
        for (w.call = 0; w.call < calls; ++w.call) exchange(&w);
        MPI_Comm_free(&w.comm);
    }
    MPI_Type_free(&w.gaps);
    free(w.out), free(w.in), free(w.places), free(w.sent), free(w.come);
    return NULL;
}

int main(int argc, char** argv)
{
    return two_threads(argc, argv, run);
}

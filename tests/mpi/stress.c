/* SPDX-License-Identifier: BSD-3-Clause */
/* stress CALLS SEED: collectives drawn at random on communicators drawn at random, with random sizes and roots. What
 * every rank must have in the end follows from the drawing, so each result is checked. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { most_ranks = 64, most = 40000, kinds = 10, partitions = 4 };
static const char* names[kinds] = {
    "barrier", "bcast", "reduce", "allreduce", "gather", "scatter", "allgather", "alltoall", "reduce_scatter_block",
    "scan"};

/* The ranks of a communicator, by their numbers in the world. */
struct members {
    MPI_Comm comm;
    int size, rank, world[most_ranks];
};
/* What all of them know of a call. */
struct call {
    int kind, count, root;
    uint32_t number;
};

static int *from, *to;

static uint64_t drawn(uint64_t seed, uint64_t number)
{
    uint64_t x = seed * 0x9e3779b97f4a7c15u + number * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static int value(const struct call* c, int world_rank, int i)
{
    return (int)((c->number * 7919u + (uint32_t)world_rank * 104729u + (uint32_t)i * 31u) & 0xffff);
}

static int sum(const struct call* c, const struct members* all, int ranks, int i)
{
    int s = 0;
    for (int r = 0; r < ranks; ++r) s += value(c, all->world[r], i);
    return s;
}

/* Mostly short, now and then long; of what every rank sends to every other one, less. */
static struct call draw(uint64_t seed, uint32_t number, const struct members* m)
{
    uint64_t x = drawn(seed, (uint64_t)number * partitions + (uint64_t)m->world[0] + 1);
    struct call c = {.kind = (int)(x % kinds), .root = (int)((x >> 8) % (uint64_t)m->size), .number = number};
    int scale = (x >> 32) % 64 == 0 ? most : (x >> 32) % 8 == 0 ? 4000 : 20;
    c.count = (int)((x >> 40) % (uint64_t)scale);
    if (c.kind >= 4) c.count /= m->size;
    return c;
}

static int carry_out(const struct call* c, const struct members* m)
{
    int n = c->count, all = c->kind == 7 || c->kind == 8 || c->kind == 5 ? n * m->size : n;
    for (int i = 0; i < all; ++i) from[i] = value(c, m->world[m->rank], i);
    if (c->kind == 1 && m->rank == c->root)
        for (int i = 0; i < n; ++i) to[i] = from[i];
    switch (c->kind) {
    case 0: return MPI_Barrier(m->comm);
    case 1: return MPI_Bcast(to, n, MPI_INT, c->root, m->comm);
    case 2: return MPI_Reduce(from, to, n, MPI_INT, MPI_SUM, c->root, m->comm);
    case 3: return MPI_Allreduce(from, to, n, MPI_INT, MPI_SUM, m->comm);
    case 4: return MPI_Gather(from, n, MPI_INT, to, n, MPI_INT, c->root, m->comm);
    case 5: return MPI_Scatter(from, n, MPI_INT, to, n, MPI_INT, c->root, m->comm);
    case 6: return MPI_Allgather(from, n, MPI_INT, to, n, MPI_INT, m->comm);
    case 7: return MPI_Alltoall(from, n, MPI_INT, to, n, MPI_INT, m->comm);
    case 8: return MPI_Reduce_scatter_block(from, to, n, MPI_INT, MPI_SUM, m->comm);
    default: return MPI_Scan(from, to, n, MPI_INT, MPI_SUM, m->comm);
    }
}

/* What the element i of the result must be. */
static int right(const struct call* c, const struct members* m, int i)
{
    int n = c->count, block = n ? i / n : 0, at = n ? i % n : 0;
    switch (c->kind) {
    case 1: return value(c, m->world[c->root], i);
    case 2:
    case 3: return sum(c, m, m->size, i);
    case 4:
    case 6: return value(c, m->world[block], at);
    case 5: return value(c, m->world[c->root], m->rank * n + i);
    case 7: return value(c, m->world[block], m->rank * n + at);
    case 8: return sum(c, m, m->size, m->rank * n + i);
    default: return sum(c, m, m->rank + 1, i);
    }
}

static int wrong_in(const struct call* c, const struct members* m)
{
    int results = c->kind == 0 ? 0 : c->kind == 4 || c->kind == 6 || c->kind == 7 ? c->count * m->size : c->count;
    if ((c->kind == 2 || c->kind == 4) && m->rank != c->root) results = 0;
    for (int i = 0; i < results; ++i)
        if (to[i] != right(c, m, i)) return i + 1;
    return 0;
}

static struct members split(int colour, int world_rank)
{
    struct members m;
    MPI_Comm_split(MPI_COMM_WORLD, colour, world_rank, &m.comm);
    MPI_Comm_size(m.comm, &m.size);
    MPI_Comm_rank(m.comm, &m.rank);
    MPI_Allgather(&world_rank, 1, MPI_INT, m.world, 1, MPI_INT, m.comm);
    return m;
}

int main(int argc, char** argv)
{
    int rank, size, failed = 0;
    uint32_t calls = argc > 1 ? (uint32_t)atoi(argv[1]) : 10000;
    uint64_t seed = argc > 2 ? (uint64_t)atoll(argv[2]) : 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    from = malloc(sizeof(int) * most);
    to = malloc(sizeof(int) * most);
    struct members of[partitions] = {split(0, rank), split(rank < size / 2, rank), split(rank % 2, rank),
                                     split(rank % 3, rank)};
    for (uint32_t i = 0; i < calls && !failed; ++i) {
        const struct members* m = &of[drawn(seed, (uint64_t)i << 32) % partitions];
        struct call c = draw(seed, i, m);
        failed = carry_out(&c, m) != MPI_SUCCESS ? -1 : wrong_in(&c, m);
        if (failed)
            printf("FAILED: seed %llu, call %u: %s of %d ints, root %d of %d, rank %d: element %d\n",
                   (unsigned long long)seed, i, names[c.kind], c.count, c.root, m->size, m->rank, failed - 1);
    }
    if (failed) MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < partitions; ++i) MPI_Comm_free(&of[i].comm);
    if (rank == 0) printf("ok: %u calls, seed %llu\n", calls, (unsigned long long)seed);
    MPI_Finalize();
    return 0;
}

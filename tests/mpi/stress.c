/* SPDX-License-Identifier: BSD-3-Clause */
/* stress CALLS SEED [IN-FLIGHT [leak]]: collectives drawn at random on communicators drawn at random, with random sizes
 * and roots, most of them nonblocking or persistent where so many may be in flight. Each rank ends these in an order
 * and a way of its own. What every rank must have in the end follows from the drawing, so each result is checked; a sum
 * of all of them is printed. With leak some requests are left in the end. */
#include "init_names.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#if MPI_VERSION >= 4 || (defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 4)
#define HAS_PERSISTENT
#endif

enum { most_ranks = 64, most = 40000, kinds = 17, partitions = 4, most_in_flight = 256, ways = 6 };
static const char* names[kinds] = {"barrier",   "bcast",      "reduce",    "allreduce", "gather",        "scatter",
                                   "allgather", "alltoall",   "rs_block",  "scan",      "exscan",        "gatherv",
                                   "scatterv",  "allgatherv", "alltoallv", "alltoallw", "reduce_scatter"};

/* The ranks of a communicator, by their numbers in the world. */
struct members {
    MPI_Comm comm;
    int size, rank, world[most_ranks];
};
/* What all of them know of a call. */
struct call {
    int kind, count, root;
    enum { blocking, nonblocking, persistent } form;
    uint32_t number;
};
/* A call with what belongs to it until it has ended. */
struct running {
    struct call c;
    const struct members* m;
    int counted; /* among the results */
    int *from, *to, counts[most_ranks], offsets[most_ranks], byte_offsets[most_ranks];
    MPI_Datatype types[most_ranks];
};

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
static struct call draw(uint64_t seed, uint32_t number, const struct members* m, int in_flight)
{
    uint64_t x = drawn(seed, (uint64_t)number * partitions + (uint64_t)m->world[0] + 1);
    struct call c = {.kind = (int)(x % kinds), .root = (int)((x >> 8) % (uint64_t)m->size), .number = number};
    int scale = (x >> 32) % 64 == 0 ? most : (x >> 32) % 8 == 0 ? 4000 : 20;
    c.count = (int)((x >> 40) % (uint64_t)scale);
    c.form = in_flight == 0 || (x >> 20) % 8 == 0 ? blocking : (x >> 20) % 3 == 0 ? persistent : nonblocking;
#ifndef HAS_PERSISTENT
    if (c.form == persistent) c.form = nonblocking;
#endif
    if (c.kind >= 4 && c.kind != 9 && c.kind != 10) c.count /= m->size;
    return c;
}

#ifdef HAS_PERSISTENT
#define AGAIN(name, ...) x->c.form == persistent ? MPI_##name##_init(__VA_ARGS__, MPI_INFO_NULL, r):
#else
#define AGAIN(name, ...)
#endif
#define ANY_FORM(name, later, ...) (AGAIN(name, __VA_ARGS__) r ? MPI_##later(__VA_ARGS__, r) : MPI_##name(__VA_ARGS__))
#define EITHER(name, later, ...) ANY_FORM(name, later, __VA_ARGS__, m->comm)

static int move(struct running* x, MPI_Request* r)
{
    const struct members* m = x->m;
    int n = x->c.count, root = x->c.root, *from = x->from, *to = x->to, *each = x->counts, *at = x->offsets;
    switch (x->c.kind) {
    case 0: return ANY_FORM(Barrier, Ibarrier, m->comm);
    case 1: return EITHER(Bcast, Ibcast, to, n, MPI_INT, root);
    case 4: return EITHER(Gather, Igather, from, n, MPI_INT, to, n, MPI_INT, root);
    case 5: return EITHER(Scatter, Iscatter, from, n, MPI_INT, to, n, MPI_INT, root);
    case 6: return EITHER(Allgather, Iallgather, from, n, MPI_INT, to, n, MPI_INT);
    case 7: return EITHER(Alltoall, Ialltoall, from, n, MPI_INT, to, n, MPI_INT);
    case 11: return EITHER(Gatherv, Igatherv, from, n, MPI_INT, to, each, at, MPI_INT, root);
    case 12: return EITHER(Scatterv, Iscatterv, from, each, at, MPI_INT, to, n, MPI_INT, root);
    case 13: return EITHER(Allgatherv, Iallgatherv, from, n, MPI_INT, to, each, at, MPI_INT);
    case 14: return EITHER(Alltoallv, Ialltoallv, from, each, at, MPI_INT, to, each, at, MPI_INT);
    default:
        return EITHER(Alltoallw, Ialltoallw, from, each, x->byte_offsets, x->types, to, each, x->byte_offsets,
                      x->types);
    }
}

static int carry_out(struct running* x, MPI_Request* r)
{
    const struct members* m = x->m;
    int n = x->c.count, *from = x->from, *to = x->to;
    switch (x->c.kind) {
    case 2: return EITHER(Reduce, Ireduce, from, to, n, MPI_INT, MPI_SUM, x->c.root);
    case 3: return EITHER(Allreduce, Iallreduce, from, to, n, MPI_INT, MPI_SUM);
    case 8: return EITHER(Reduce_scatter_block, Ireduce_scatter_block, from, to, n, MPI_INT, MPI_SUM);
    case 9: return EITHER(Scan, Iscan, from, to, n, MPI_INT, MPI_SUM);
    case 10: return EITHER(Exscan, Iexscan, from, to, n, MPI_INT, MPI_SUM);
    case 16: return EITHER(Reduce_scatter, Ireduce_scatter, from, to, x->counts, MPI_INT, MPI_SUM);
    default: return move(x, r);
    }
}

static int sends_to_each(int kind)
{
    return kind == 5 || kind == 7 || kind == 8 || kind == 12 || kind >= 14;
}

static int gets_from_each(int kind)
{
    return kind == 4 || kind == 6 || kind == 7 || (kind >= 11 && kind <= 15 && kind != 12);
}

static void fill(struct running* x)
{
    const struct members* m = x->m;
    int n = x->c.count, all = sends_to_each(x->c.kind) ? n * m->size : n;
    for (int i = 0; i < all; ++i) x->from[i] = value(&x->c, m->world[m->rank], i);
    if (x->c.kind == 1 && m->rank == x->c.root)
        for (int i = 0; i < n; ++i) x->to[i] = x->from[i];
    for (int i = 0; i < m->size; ++i) {
        x->counts[i] = n, x->offsets[i] = i * n, x->types[i] = MPI_INT;
        x->byte_offsets[i] = i * n * (int)sizeof(int);
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
    case 5:
    case 12: return value(c, m->world[c->root], m->rank * n + i);
    case 7:
    case 14:
    case 15: return value(c, m->world[block], m->rank * n + at);
    case 8:
    case 16: return sum(c, m, m->size, m->rank * n + i);
    case 9: return sum(c, m, m->rank + 1, i);
    case 10: return sum(c, m, m->rank, i);
    default: return value(c, m->world[block], at);
    }
}

static int results_of(const struct call* c, const struct members* m)
{
    if ((c->kind == 2 || c->kind == 4 || c->kind == 11) && m->rank != c->root) return 0;
    if (c->kind == 0 || (c->kind == 10 && m->rank == 0)) return 0;
    return gets_from_each(c->kind) ? c->count * m->size : c->count;
}

/* Of all results, in whatever order they come. */
static uint64_t checksum;

/* Ends the job at the first that is wrong. */
static void judge(struct running* x, int code, uint64_t seed)
{
    const struct call* c = &x->c;
    const struct members* m = x->m;
    int results = results_of(c, m), wrong = -1;
    for (int i = 0; i < results && wrong < 0; ++i) {
        if (x->to[i] != right(c, m, i)) wrong = i;
        if (!x->counted)
            checksum += (uint64_t)(uint32_t)x->to[i] * (2 * ((uint64_t)c->number * most + (uint64_t)i) + 1);
    }
    x->counted = 1;
    if (code == MPI_SUCCESS && wrong < 0) return;
    printf("FAILED: seed %llu, call %u: %s%s of %d ints, root %d of %d, rank %d: code %d, element %d\n",
           (unsigned long long)seed, c->number, c->form ? "i" : "", names[c->kind], c->count, c->root, m->size, m->rank,
           code, wrong);
    fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 1);
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

static struct running all[most_in_flight + 1];
static MPI_Request requests[most_in_flight];

/* Those that have ended are judged; how many there were. */
static int end_some(int way, int slots, int which, uint64_t seed)
{
    int found = 0, code = MPI_SUCCESS, done = 0, indices[most_in_flight];
    switch (way) {
    case 0: code = MPI_Wait(&requests[which], MPI_STATUS_IGNORE), found = 1, indices[0] = which; break;
    case 1: code = MPI_Waitany(slots, requests, indices, MPI_STATUS_IGNORE), found = 1; break;
    case 2: code = MPI_Waitsome(slots, requests, &found, indices, MPI_STATUSES_IGNORE); break;
    case 3: code = MPI_Testsome(slots, requests, &found, indices, MPI_STATUSES_IGNORE); break;
    case 4: code = MPI_Testany(slots, requests, indices, &done, MPI_STATUS_IGNORE), found = done; break;
    default: code = MPI_Test(&requests[which], &found, MPI_STATUS_IGNORE), indices[0] = which; break;
    }
    if (found == MPI_UNDEFINED || (found && indices[0] == MPI_UNDEFINED)) found = 0;
    for (int i = 0; i < found; ++i) {
        judge(&all[indices[i]], code, seed);
        if (requests[indices[i]] != MPI_REQUEST_NULL) MPI_Request_free(&requests[indices[i]]); /* a persistent one */
    }
    return found;
}

/* A free one of them, once there is one. `own` goes on with each turn. */
static int make_room(int slots, uint64_t seed, uint64_t own, uint64_t* turn)
{
    for (;;) {
        int first = (int)(drawn(own, (*turn)++) % (uint64_t)slots);
        for (int i = 0; i < slots; ++i)
            if (requests[(first + i) % slots] == MPI_REQUEST_NULL) return (first + i) % slots;
        end_some((int)(drawn(own, (*turn)++) % ways), slots, first, seed);
    }
}

static void run(uint32_t calls, uint64_t seed, int slots, const struct members* of, int rank)
{
    uint64_t turn = 0, own = seed * 1000 + (uint64_t)rank;
    for (int i = 0; i < slots; ++i) requests[i] = MPI_REQUEST_NULL;
    for (uint32_t i = 0; i < calls; ++i) {
        const struct members* m = &of[drawn(seed, (uint64_t)i << 32) % partitions];
        struct call c = draw(seed, i, m, slots);
        int at = c.form ? make_room(slots, seed, own, &turn) : slots;
        all[at].c = c, all[at].m = m, all[at].counted = 0;
        fill(&all[at]);
        int code = carry_out(&all[at], c.form ? &requests[at] : NULL);
        if (c.form == persistent && code == MPI_SUCCESS) code = MPI_Start(&requests[at]);
        if (!c.form || code != MPI_SUCCESS) judge(&all[at], code, seed);
        if (slots && drawn(own, turn++) % 4 == 0)
            end_some(3 + (int)(turn % 3), slots, (int)(turn % (unsigned)slots), seed);
    }
    for (int i = 0; i < slots; ++i) {
        if (requests[i] != MPI_REQUEST_NULL) end_some(0, slots, i, seed);
    }
}

/* A barrier cannot have ended on its first rank when its call returns, if the others come much later. */
static void leak(int rank)
{
    static int value;
    static MPI_Request left;
    if (rank != 0) usleep(20000);
    for (int i = 0; i < 3; ++i) MPI_Ibarrier(MPI_COMM_WORLD, &left);
#ifdef HAS_PERSISTENT
    MPI_Bcast_init(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &left);
#endif
}

static uint64_t checksum_of_all(void)
{
    uint64_t of_all = 0;
    MPI_Reduce(&checksum, &of_all, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    return of_all;
}

int main(int argc, char** argv)
{
    int rank, size, slots = argc > 3 ? atoi(argv[3]) : 0;
    uint32_t calls = argc > 1 ? (uint32_t)atoi(argv[1]) : 10000;
    uint64_t seed = argc > 2 ? (uint64_t)atoll(argv[2]) : 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i <= slots; ++i) {
        all[i].from = malloc(sizeof(int) * most);
        all[i].to = malloc(sizeof(int) * most);
    }
    struct members of[partitions] = {split(0, rank), split(rank < size / 2, rank), split(rank % 2, rank),
                                     split(rank % 3, rank)};
    run(calls, seed, slots, of, rank);
    for (int i = 0; i < partitions; ++i) MPI_Comm_free(&of[i].comm);
    checksum = checksum_of_all();
    if (argc > 4) leak(rank);
    if (rank == 0)
        printf("ok: %u calls, seed %llu, %d in flight, checksum %016llx\n", calls, (unsigned long long)seed, slots,
               (unsigned long long)checksum);
    MPI_Finalize();
    return 0;
}

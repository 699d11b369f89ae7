/* SPDX-License-Identifier: BSD-3-Clause */
/* allgathers [SEED] COLLECTIVE=SPEC...: allgathers and barriers of every kind, on several communicators, forced to each
 * SPEC by the info key; an empty SPEC: as the settings say. Prints "ok N cases, seed S", or the first that fails. */
#include "asked.h"
#include "draw.h"
#include "rooted_area.h"
#include "shapes.h"
#include <time.h>
#include <unistd.h>

enum collective { allgather, allgatherv, barrier, collectives };
static const char* const names[collectives] = {"allgather", "allgatherv", "barrier"};

struct situation {
    MPI_Comm comm;
    const char* spec;
    int rank, ranks, irregular, in_place, large, counts[64];
    unsigned salt;
    struct shape own;
    struct area all, expected;
};

static void failed(const struct situation* s, const char* what)
{
    fprintf(stderr, "FAILED: %s, %s%s, rank %d of %d, kind %s, salt %u: %s\n", s->spec, names[s->irregular],
            s->in_place ? " in place" : "", s->rank, s->ranks, area_names[s->all.kind], s->salt, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void put(const struct situation* s, struct area* into, int rank)
{
    struct shape bytes;
    shape_make(&bytes, 0, 6 * (size_t)s->counts[rank]);
    shape_fill(&bytes, s->salt + (unsigned)rank * 13);
    area_put(into, rank, bytes.at);
    shape_free(&bytes);
}

static int call(const struct situation* s)
{
    const struct area* a = &s->all;
    void* own = s->in_place ? MPI_IN_PLACE : s->own.at;
    MPI_Datatype type = s->in_place ? MPI_DATATYPE_NULL : s->own.type;
    int n = s->in_place ? 0 : s->own.count;
#if MPI_VERSION >= 4
    MPI_Count counts[64];
    MPI_Aint offsets[64];
    for (int i = 0; i < s->ranks; ++i) counts[i] = a->counts[i], offsets[i] = a->offsets[i];
    if (s->large && s->irregular) return MPI_Allgatherv_c(own, n, type, a->at, counts, offsets, a->type, s->comm);
    if (s->large) return MPI_Allgather_c(own, n, type, a->at, counts[0], a->type, s->comm);
#endif
    if (s->irregular) return MPI_Allgatherv(own, n, type, a->at, a->counts, a->offsets, a->type, s->comm);
    return MPI_Allgather(own, n, type, a->at, a->counts[0], a->type, s->comm);
}

static void run(struct situation* s, int kind, int order, int shape)
{
    area_make(&s->all, kind, order, s->counts, s->ranks, s->salt);
    area_make(&s->expected, kind, order, s->counts, s->ranks, s->salt);
    /* Libraries take one element of no bytes for something to send, and then wait for each other. */
    shape_make(&s->own, s->counts[s->rank] ? shape : 0, 6 * (size_t)s->counts[s->rank]);
    shape_clear(&s->own);
    shape_fill(&s->own, s->salt + (unsigned)s->rank * 13);
    for (int i = 0; i < s->ranks; ++i) put(s, &s->expected, i);
    if (s->in_place) put(s, &s->all, s->rank);
    if (call(s) != MPI_SUCCESS) failed(s, "returned an error");
    const char* wrong = shape_judge(&s->own, s->salt + (unsigned)s->rank * 13);
    if (wrong) failed(s, wrong);
    if (area_compare(&s->all, &s->expected) < s->all.room) failed(s, "wrong data");
    shape_free(&s->own);
    area_free(&s->all);
    area_free(&s->expected);
    ++cases;
}

static void gather_all(MPI_Comm comm, const char* spec, int irregular, int rounds)
{
    const int sizes[] = {1, 0, 7, 300, 2, 4001, 33, 0, 64};
    struct situation s = {.comm = comm, .spec = spec, .irregular = irregular};
    MPI_Comm_rank(comm, &s.rank);
    MPI_Comm_size(comm, &s.ranks);
    for (int i = 0; i < rounds; ++i) {
        unsigned state = seed * 7919 + (unsigned)i * 4 + (unsigned)irregular; /* alike on all its ranks */
        int uneven = i % 3 == 0, last = sizes[i % 9];
        for (int r = 0; r < s.ranks; ++r) s.counts[r] = irregular && uneven ? (int)draw(&state, 3) * 37 : last;
        if (irregular && i % 7 == 3) s.counts[draw(&state, (unsigned)s.ranks)] = 9001;
        s.salt = draw(&state, 97);
        s.in_place = draw(&state, 3) == 0;
        s.large = draw(&state, 4) == 0;
        int kind = (int)draw(&state, area_kinds), order = irregular ? (int)draw(&state, area_orders) : 0;
        run(&s, kind, order, (int)(draw(&state, shape_kinds) + (unsigned)s.rank) % shape_kinds);
    }
    /* Long own blocks that are sent before they are moved: on all ranks, and on some. */
    s.in_place = 0;
    for (int some = 0; some < 2; ++some) {
        for (int r = 0; r < s.ranks; ++r) s.counts[r] = irregular ? 690 + 11 * r : 4001;
        run(&s, 0, 0, some * (s.rank % 2) * 3);
    }
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Nobody leaves before the last has come: one rank comes late, each in turn. All are on one machine. */
static void meet(MPI_Comm comm, const char* spec)
{
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int late = 0; late < size; ++late, ++cases) {
        if (rank == late) usleep(2000);
        double came = now(), last, left;
        MPI_Barrier(comm);
        left = now();
        MPI_Reduce(&came, &last, 1, MPI_DOUBLE, MPI_MAX, 0, comm);
        MPI_Bcast(&last, 1, MPI_DOUBLE, 0, comm);
        if (left >= last) continue;
        fprintf(stderr, "FAILED: %s, barrier: rank %d of %d left before rank %d had come\n", spec, rank, size, late);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (int i = 0; i < 50; ++i) MPI_Barrier(comm);
}

static void on_forced(MPI_Comm parent, int which, const char* spec, int rounds)
{
    MPI_Comm comm = forced(parent, names[which], spec);
    if (which == barrier) meet(comm, spec);
    else gather_all(comm, spec, which == allgatherv, rounds);
    MPI_Comm_free(&comm);
}

static void one(int which, const char* spec)
{
    everywhere(on_forced, which, spec, 27);
}

int main(int argc, char** argv)
{
    return for_each_asked(argc, argv, names, collectives, one);
}

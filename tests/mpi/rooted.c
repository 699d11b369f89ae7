/* SPDX-License-Identifier: BSD-3-Clause */
/* rooted [SEED] COLLECTIVE=SPEC...: gathers and scatters of every kind, on several communicators, forced to each SPEC
 * by the info key; an empty SPEC: as the settings say. Prints "ok N cases, seed S", or the first case that fails. */
#include "asked.h"
#include "draw.h"
#include "rooted_area.h"
#include "rooted_case.h"
#include <stdlib.h>

enum { all_equal, some_empty, one_giant, all_giants, zipf, nothing, count_kinds };

static void draw_counts(int* counts, int ranks, int kind, unsigned state)
{
    unsigned giant = draw(&state, (unsigned)ranks);
    for (int i = 0; i < ranks; ++i) switch (kind) {
        case all_equal: counts[i] = 7; break;
        case some_empty: counts[i] = (int)draw(&state, 3) * 11; break;
        case one_giant: counts[i] = (unsigned)i == giant ? 70001 : (int)draw(&state, 9); break;
        case all_giants: counts[i] = 12007 + i; break;
        case zipf: counts[i] = 9001 / (1 + (i * 5 + 3) % ranks); break;
        default: counts[i] = 0;
        }
}

/* Every root with every kind of counts; the rest takes turns, so that all meet in the course of the run. */
static void on(MPI_Comm comm, enum rooted which, const char* spec, const char* name, int rounds)
{
    int ranks;
    MPI_Comm_size(comm, &ranks);
    int* counts = malloc((size_t)ranks * sizeof *counts);
    for (int i = 0; i < rounds * ranks * count_kinds; ++i) {
        unsigned state = seed * 7919 + (unsigned)(i * 4 + (int)which); /* alike on all its ranks */
        int regular = which == gather || which == scatter, kind = i % count_kinds;
        draw_counts(counts, ranks, kind, draw(&state, 1 << 20));
        struct rooted_case c = {
            .which = which, .comm = comm, .spec = spec, .name = name, .root = i / count_kinds % ranks};
        c.kind = (int)draw(&state, area_kinds);
        c.order = regular ? 0 : (int)draw(&state, area_orders);
        c.in_place = draw(&state, 3) == 0;
        c.shape = (int)draw(&state, 12) - 1;
        c.counts = counts;
        c.seed = draw(&state, 1 << 20);
        rooted_run(&c);
        ++cases;
    }
    free(counts);
}

static void on_forced(MPI_Comm parent, int which, const char* spec, const char* name, int rounds)
{
    MPI_Comm comm = forced(parent, rooted_names[which], spec);
    on(comm, which, spec, name, rounds);
    MPI_Comm_free(&comm);
}

/* The world, and communicators whose ranks stand in another order, of it and of parts. */
static void one(int which, const char* spec)
{
    int rank, size;
    MPI_Comm part, inter, merged;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    on_forced(MPI_COMM_WORLD, which, spec, "all", 2);
    MPI_Comm_split(MPI_COMM_WORLD, 0, rank * 5 % 7 * 100 - rank, &part);
    on_forced(part, which, spec, "the world in another order", 1);
    MPI_Comm_free(&part);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &part);
    on_forced(part, which, spec, "every other rank, backwards", 1);
    if (size > 1) {
        MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, rank % 2 ? (size - 1) / 2 * 2 : (size - 2) / 2 * 2 + 1, 5,
                             &inter);
        MPI_Intercomm_merge(inter, rank % 2, &merged);
        on_forced(merged, which, spec, "a merged inter-communicator", 1);
        MPI_Comm_free(&merged);
        MPI_Comm_free(&inter);
    }
    MPI_Comm_free(&part);
    on_forced(MPI_COMM_SELF, which, spec, "itself", 1);
}

int main(int argc, char** argv)
{
    return for_each_asked(argc, argv, rooted_names, 4, one);
}

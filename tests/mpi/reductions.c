/* SPDX-License-Identifier: BSD-3-Clause */
/* reductions [STEP [SEED]] COLLECTIVE=SPEC...: reductions of every kind, on several communicators, forced to each SPEC
 * by the info key; an empty SPEC: as the settings say. With a STEP each SPEC goes through every so many kinds only, and
 * the next SPEC through others. Prints "ok N cases, seed S", or the first case that fails. */
#include "draw.h"
#include "forced.h"
#include "reduction_case.h"
#include <stdlib.h>

static unsigned seed = 1;
static int cases, turn;

static int length(unsigned* state)
{
    const int usual[] = {1, 2, 3, 7, 33, 100};
    unsigned which = draw(state, 24);
    return which < 6 ? usual[which] : which == 6 ? 0 : which == 7 ? 2503 : usual[which % 6];
}

static void draw_counts(int* counts, int ranks, unsigned* state)
{
    for (int i = 0; i < ranks; ++i) counts[i] = draw(state, 3) ? length(state) / 2 : 0;
}

/* Persistent ones of a rank by itself are the library's, too, and it makes messages for them. */
static int is_native(const char* spec, int ranks)
{
#ifdef HOCKET_PERSISTENT
    if (ranks == 1) return 1;
#endif
    (void)ranks;
    return strncmp(spec, "native", 6) == 0;
}

/* Every `step`th kind of operands, and all of a user's; the rest takes turns. */
static void on(MPI_Comm comm, enum reduction which, const char* spec, const char* name, int step)
{
    int ranks, kinds;
    const struct kind* all = all_kinds(&kinds);
    MPI_Comm_size(comm, &ranks);
    int* counts = malloc((size_t)ranks * sizeof *counts);
    for (int i = 0; i < kinds; ++i) {
        if (all[i].users < 0 && (i + turn) % step != 0) continue;
        /* MPICH itself frees memory that it does not have for a type that begins with a gap, and hands on what nobody
         * has written for operators that do not commute, in place. */
        if (is_native(spec, ranks) && all[i].users >= 0) continue;
        unsigned state = seed * 7919 + (unsigned)(turn * 4099 + i * 8 + (int)which); /* alike on all its ranks */
        struct reduction_case c = {.which = which, .comm = comm, .spec = spec, .name = name, .kind = &all[i]};
        draw(&state, 2);
        draw_counts(counts, ranks, &state);
        if (which != reduce_scatter) counts[0] = length(&state);
        c.root = (int)draw(&state, (unsigned)ranks);
        c.in_place = draw(&state, 3) == 0;
        c.large = draw(&state, 4) == 0;
        c.counts = counts;
        c.seed = draw(&state, 1 << 20);
        reduction_run(&c);
        ++cases;
    }
    free(counts);
}

static void on_forced(MPI_Comm parent, enum reduction which, const char* spec, const char* name, int step)
{
    MPI_Comm comm = forced(parent, reduction_names[which], spec);
    on(comm, which, spec, name, step);
    MPI_Comm_free(&comm);
}

/* Communicators whose ranks stand in another order than the world's, and of parts of it. */
static void elsewhere(enum reduction which, const char* spec)
{
    int rank;
    MPI_Comm part;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, 0, rank * 5 % 7 * 100 - rank, &part);
    on_forced(part, which, spec, "the world in another order", 5);
    MPI_Comm_free(&part);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &part);
    on_forced(part, which, spec, "every other rank, backwards", 7);
    MPI_Comm_free(&part);
    on_forced(MPI_COMM_SELF, which, spec, "itself", 11);
}

int main(int argc, char** argv)
{
    int rank, first = 1, step = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 1 && !strchr(argv[1], '=')) step = atoi(argv[first++]);
    if (argc > 2 && !strchr(argv[2], '=')) seed = (unsigned)atoi(argv[first++]);
    for (int i = first; i < argc; ++i, ++turn) {
        const char* spec;
        enum reduction which = (enum reduction)asked_for(argv[i], reduction_names, reductions, &spec);
        on_forced(MPI_COMM_WORLD, which, spec, "all", step);
        if (turn % step == 0) elsewhere(which, spec);
    }
    free_kinds();
    MPI_Finalize();
    if (rank == 0) printf("ok %d cases, seed %u, %d kinds left out\n", cases, seed, kinds_left_out());
    return 0;
}

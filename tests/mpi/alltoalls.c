/* SPDX-License-Identifier: BSD-3-Clause */
/* alltoalls [SEED] COLLECTIVE=SPEC...: alltoalls of every kind, on several communicators, forced to each SPEC by the
 * info key; an empty SPEC: as the settings say. Prints "ok N cases, seed S", or the first case that fails. */
#include "alltoall_case.h"
#include "asked.h"
#include "draw.h"
#include "rooted_area.h"

enum pattern { all_equal, random_ones, giant_receiver, zero_rows, neighbours, alone, nothing, patterns };
static const char* const pattern_names[patterns] = {
    "all equal", "random", "one giant receiver", "zero rows", "sparse", "only oneself", "nothing"};

static int count_of(enum pattern p, int from, int to, int ranks, int giant, int usual, unsigned* state)
{
    int drawn = (int)draw(state, 3) * 37, distance = (to - from + ranks) % ranks;
    switch (p) {
    case all_equal: return usual;
    case random_ones: return drawn;
    case giant_receiver: return to == giant ? 9001 : (int)draw(state, 3);
    case zero_rows: return from % 3 == giant % 3 || to % 4 == giant % 4 ? 0 : drawn + usual;
    case neighbours: return distance == 1 || distance == ranks - 1 ? usual + drawn : 0;
    case alone: return distance == 0 ? usual : 0;
    default: return 0;
    }
}

/* In place, as much goes to a rank as comes from it. */
static void draw_counts(struct alltoall_case* c, enum pattern p, int ranks, int usual, unsigned state)
{
    int giant = (int)draw(&state, (unsigned)ranks);
    for (int i = 0; i < ranks; ++i)
        for (int j = 0; j < ranks; ++j) {
            c->counts[i][j] = count_of(p, i, j, ranks, giant, usual, &state);
            if (c->in_place && j < i) c->counts[i][j] = c->counts[j][i];
        }
}

/* What differs takes turns, so that all meet in the course of the run. */
static void on(MPI_Comm comm, enum alltoall_collective which, const char* spec, int rounds)
{
    static const int sizes[] = {1, 7, 300, 2, 1501, 33, 64};
    static struct alltoall_case c;
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    for (int i = 0; i < rounds; ++i, ++cases) {
        unsigned state = seed * 7919 + (unsigned)i * 4 + (unsigned)which; /* alike on all its ranks */
        int regular = which == alltoall, usual = sizes[(regular ? i : i / patterns) % 7];
        enum pattern p = !regular ? (enum pattern)(i % patterns) : i % 9 == 8 ? nothing : all_equal;
        c = (struct alltoall_case){.which = which, .comm = comm, .spec = spec, .pattern = pattern_names[p]};
        c.in_place = draw(&state, 3) == 0;
        c.large = draw(&state, 4) == 0;
        c.salt = draw(&state, 97);
        c.order = regular ? 0 : (int)draw(&state, area_orders);
        int differ = (int)draw(&state, 2) * rank;
        for (int k = 0; k < 2; ++k) c.kinds[k] = ((int)draw(&state, area_kinds) + differ) % area_kinds;
        draw_counts(&c, p, ranks, usual, draw(&state, 1 << 20));
        alltoall_run(&c);
    }
}

/* With oneself alone, Open MPI takes the offsets of an alltoallw for elements. */
static int is_served(MPI_Comm comm, enum alltoall_collective which)
{
    int ranks;
    MPI_Comm_size(comm, &ranks);
#if defined(OPEN_MPI)
    if (which == alltoallw) return ranks > 1;
#endif
    (void)which;
    return ranks <= alltoall_most_ranks;
}

static void on_forced(MPI_Comm parent, int which, const char* spec, int rounds)
{
    MPI_Comm comm = forced(parent, alltoall_names[which], spec);
    if (is_served(comm, which)) on(comm, which, spec, rounds);
    MPI_Comm_free(&comm);
}

static void one(int which, const char* spec)
{
    everywhere(on_forced, which, spec, 28);
}

int main(int argc, char** argv)
{
    return for_each_asked(argc, argv, alltoall_names, alltoall_collectives, one);
}

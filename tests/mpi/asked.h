/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs with arguments [SEED] COLLECTIVE=SPEC...: each collective on several communicators, forced to its SPEC by
 * the info key; an empty SPEC: as the settings say. They print "ok N cases, seed S", or the first case that fails. */
#ifndef HOCKET_TESTS_MPI_ASKED_H
#define HOCKET_TESTS_MPI_ASKED_H

#include "forced.h"
#include <stdlib.h>

static unsigned seed = 1;
static int cases;

/* On the world, and on communicators whose ranks stand in another order, of it and of parts. */
static inline void everywhere(void (*on)(MPI_Comm parent, int which, const char* spec, int rounds), int which,
                              const char* spec, int rounds)
{
    int rank;
    MPI_Comm part;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    on(MPI_COMM_WORLD, which, spec, rounds);
    MPI_Comm_split(MPI_COMM_WORLD, 0, rank * 5 % 7 * 100 - rank, &part);
    on(part, which, spec, 9);
    MPI_Comm_free(&part);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &part);
    on(part, which, spec, 9);
    MPI_Comm_free(&part);
    on(MPI_COMM_SELF, which, spec, 9);
}

/* The whole of main(); `one` does what one argument asks for. */
static inline int for_each_asked(int argc, char** argv, const char* const* names, int how_many,
                                 void (*one)(int which, const char* spec))
{
    int rank, first = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 1 && !strchr(argv[1], '=')) seed = (unsigned)atoi(argv[first++]);
    for (int i = first; i < argc; ++i) {
        const char* spec;
        int which = asked_for(argv[i], names, how_many, &spec);
        one(which, spec);
    }
    MPI_Finalize();
    if (rank == 0) printf("ok %d cases, seed %u\n", cases, seed);
    return 0;
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef HOCKET_TESTS_MPI_ROOTED_CASE_H
#define HOCKET_TESTS_MPI_ROOTED_CASE_H

#include <mpi.h>

enum rooted { gather, gatherv, scatter, scatterv };
extern const char* const rooted_names[4];

/* One call, the same on all ranks of a communicator. */
struct rooted_case {
    enum rooted which;
    MPI_Comm comm;
    const char *spec, *name; /* for messages */
    int root, in_place;
    int kind, order; /* of the root's buffer: rooted_area.h */
    int shape;       /* of everybody's own, which differ by rank: shapes.h; -1: bytes for all */
    const int* counts; /* elements of six bytes, the first for all where the sizes are equal */
    unsigned seed;
};

/* Ends the job where anything is not as it should be. Arguments that matter at the root only are nonsense elsewhere. */
void rooted_run(const struct rooted_case* c);

#endif

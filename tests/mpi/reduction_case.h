/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef HOCKET_TESTS_MPI_REDUCTION_CASE_H
#define HOCKET_TESTS_MPI_REDUCTION_CASE_H

#include "reduction_kinds.h"

enum reduction { reduce, allreduce, reduce_scatter_block, reduce_scatter, scan, exscan, reductions };
extern const char* const reduction_names[reductions];

/* One call, the same on all ranks of a communicator. */
struct reduction_case {
    enum reduction which;
    MPI_Comm comm;
    const char *spec, *name; /* for messages */
    const struct kind* kind;
    int root, in_place, large;
    const int* counts; /* of each rank in a reduce_scatter; else the first is all */
    unsigned seed;
};

/* Ends the job where anything is not as the operands combined one by one have it. */
void reduction_run(const struct reduction_case* c);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef HOCKET_TESTS_MPI_ALLTOALL_CASE_H
#define HOCKET_TESTS_MPI_ALLTOALL_CASE_H

#include <mpi.h>

enum alltoall_collective { alltoall, alltoallv, alltoallw, alltoall_collectives };
extern const char* const alltoall_names[alltoall_collectives];
enum { alltoall_most_ranks = 64 };

/* One call, the same on all ranks of a communicator but for `kinds`. */
struct alltoall_case {
    enum alltoall_collective which;
    MPI_Comm comm;
    const char *spec, *pattern; /* for messages */
    int in_place, large;        /* the form with large counts, where there is one */
    int kinds[2], order;        /* of what comes and of what goes: rooted_area.h */
    int counts[alltoall_most_ranks][alltoall_most_ranks]; /* elements of six bytes, from one to another */
    unsigned salt;
};

/* Ends the job where anything is not as it should be. */
void alltoall_run(const struct alltoall_case* c);

#endif

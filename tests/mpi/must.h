/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs with arguments CASE...: each case is a function that ends the job where something is wrong. */
#ifndef HOCKET_TESTS_MPI_MUST_H
#define HOCKET_TESTS_MPI_MUST_H

#include "asked.h"

static int rank, ranks;

static inline void must(int holds, const char* what)
{
    if (holds) return;
    fprintf(stderr, "FAILED: %s, rank %d of %d\n", what, rank, ranks);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* An operator of the program's. */
static inline void add_twice(void* in, void* inout, int* count, MPI_Datatype* type)
{
    (void)type;
    for (int i = 0; i < *count; ++i) ((int*)inout)[i] += ((int*)in)[i];
}

/* Another one. */
static inline void spoil(void* in, void* inout, int* count, MPI_Datatype* type)
{
    (void)in, (void)type;
    for (int i = 0; i < *count; ++i) ((int*)inout)[i] = -9;
}

/* The whole of main(). */
static inline int run_cases(int argc, char** argv, const char* const* names, void (*const* of)(void), int how_many,
                            int level)
{
    int provided;
    MPI_Init_thread(&argc, &argv, level, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 1; i < argc; ++i) {
        const char* rest;
        of[asked_for(argv[i], names, how_many, &rest)]();
        ++cases;
    }
    if (rank == 0) printf("ok %d cases\n", cases);
    MPI_Finalize();
    return 0;
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Operators with the types that they work on: all of MPI's own that the library accepts, and a user's. */
#ifndef HOCKET_TESTS_MPI_REDUCTION_KINDS_H
#define HOCKET_TESTS_MPI_REDUCTION_KINDS_H

#include <mpi.h>
#include <stddef.h>

struct kind {
    const char *type_name, *op_name;
    MPI_Datatype type;
    MPI_Op op;
    const char* parts; /* of an element: see reduction_kinds.c; null: of a user's */
    int users;         /* which of a user's elements, if it is one */
    size_t extent;
};

/* Made once. */
const struct kind* all_kinds(int* how_many);
/* Which the library takes and does nothing with. */
int kinds_left_out(void);
void free_kinds(void);
/* Writes what belongs to the data, and nothing into gaps. Small numbers, so that nothing is rounded
 * and no sum overflows: Open MPI adds small integers with saturation. */
void fill_element(const struct kind* k, unsigned char* at, unsigned* state);
/* Are n elements of MPI's own types the same? What lies in gaps, also those of a long double, does not matter. */
int same_elements(const struct kind* k, const unsigned char* a, const unsigned char* b, int n);
/* Are the gaps between what belongs to the data known, so that they can be seen to stay as they are? */
int leaves_gaps(const struct kind* k);

#endif

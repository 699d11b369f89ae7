/* SPDX-License-Identifier: BSD-3-Clause */
/* One buffer of an alltoall: a block of six-byte elements for every rank, at some offsets, all in one type or each in a
 * type of its own. Where each byte belongs is known here and not from MPI, and every other byte is poisoned. */
#ifndef HOCKET_TESTS_MPI_ALLTOALL_SIDE_H
#define HOCKET_TESTS_MPI_ALLTOALL_SIDE_H

#include "rooted_area.h"

struct side {
    void* at; /* what MPI is given */
    int ranks, *counts, *offsets; /* offsets in elements; in bytes where each block has a type of its own */
    MPI_Datatype type, *types; /* one of the two */
    unsigned char* memory;
    size_t room;
    struct area* areas; /* one for all blocks, or one for each */
    int how_many;
};

/* `kind` and `order` as in rooted_area.h. `own_types`: kinds from `kind` on by turns. `counts` is copied. */
void side_make(struct side* s, int kind, int order, const int* counts, int ranks, unsigned seed, int own_types);
/* The block of one rank becomes `bytes`. */
void side_put(struct side* s, int rank, const unsigned char* bytes);
/* Offset of the first byte of memory that differs, or the size. */
size_t side_compare(const struct side* a, const struct side* b);
void side_free(struct side* s);

#endif

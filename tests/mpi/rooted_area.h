/* SPDX-License-Identifier: BSD-3-Clause */
/* The root's buffer of a gather or scatter: blocks of six-byte elements in some type, at some offsets. Where each byte
 * belongs is known here and not from MPI, and every other byte is poisoned. */
#ifndef HOCKET_TESTS_MPI_ROOTED_AREA_H
#define HOCKET_TESTS_MPI_ROOTED_AREA_H

#include <mpi.h>
#include <stddef.h>

struct area {
    void* at; /* what MPI is given */
    MPI_Datatype type;
    int ranks, *counts, *offsets; /* in elements */
    int kind;
    unsigned char* memory;
    size_t room, base;
};

enum { area_kinds = 5, area_orders = 4 };
extern const char *const area_names[area_kinds], *const area_order_names[area_orders];

/* Order 0: one behind the other. 1: backwards with holes. 2: shuffled with holes. 3: the same around the address, so
 * that some offsets are negative. `counts` is copied. */
void area_make(struct area* a, int kind, int order, const int* counts, int ranks, unsigned seed);
void area_poison(struct area* a);
/* The block of one rank becomes `bytes`. */
void area_put(struct area* a, int rank, const unsigned char* bytes);
/* Offset of the first byte of memory that differs, or the size. */
size_t area_compare(const struct area* a, const struct area* b);
void area_free(struct area* a);

#endif

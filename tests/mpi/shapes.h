/* SPDX-License-Identifier: BSD-3-Clause */
/* The ways in which a broadcast's bytes may lie in memory. Each shape knows by itself, not from MPI, where every byte
 * of the signature lies, so that a test can fill a buffer and judge what has come. */
#ifndef HOCKET_TESTS_MPI_SHAPES_H
#define HOCKET_TESTS_MPI_SHAPES_H

#include <mpi.h>
#include <stddef.h>

struct shape {
    void* at;           /* what MPI_Bcast is given */
    int count;
    MPI_Datatype type;
    int owned;          /* type is to be freed */
    size_t n;           /* bytes of the signature */
    size_t* offset;     /* where byte i lies in memory */
    unsigned char* memory;
    size_t room;
};

enum { shape_kinds = 11, shape_unit = 6 };
extern const char* const shape_names[shape_kinds];

/* n is a multiple of shape_unit, but for the first three kinds. */
void shape_make(struct shape* s, int kind, size_t n);
/* Everything is marked as untouched; then, at the root, byte i becomes pattern(i, salt). */
void shape_clear(struct shape* s);
void shape_fill(struct shape* s, unsigned salt);
/* Null, or what is wrong. */
const char* shape_judge(const struct shape* s, unsigned salt);
void shape_free(struct shape* s);

#endif

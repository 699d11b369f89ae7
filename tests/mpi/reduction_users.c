/* SPDX-License-Identifier: BSD-3-Clause */
#include "reduction_users.h"
#include <string.h>

const char* const user_names[user_kinds] = {"matrix", "text", "sum with gaps", "affine, permuted"};

struct matrix {
    unsigned a[4];
};
/* Two gaps. */
struct text {
    int length, gap;
    char letters[24];
    int gaps[2];
};
/* Begins with a gap. */
struct gaps {
    unsigned gap, a, another, b;
};
/* x -> a x + b, where b comes first in messages. */
struct affine {
    unsigned a, b;
};
const size_t user_extents[user_kinds] = {sizeof(struct matrix), sizeof(struct text), sizeof(struct gaps),
                                         sizeof(struct affine)};

static void multiply(void* in, void* inout, int* n, MPI_Datatype* type)
{
    (void)type;
    struct matrix *x = in, *y = inout;
    for (int i = 0; i < *n; ++i) {
        const unsigned *a = x[i].a, *b = y[i].a;
        struct matrix m = {{a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2],
                            a[2] * b[1] + a[3] * b[3]}};
        y[i] = m;
    }
}

static void join(void* in, void* inout, int* n, MPI_Datatype* type)
{
    (void)type;
    struct text *x = in, *y = inout;
    for (int i = 0; i < *n; ++i) {
        int room = (int)sizeof y[i].letters - x[i].length, rest = y[i].length < room ? y[i].length : room;
        memmove(y[i].letters + x[i].length, y[i].letters, (size_t)rest);
        memcpy(y[i].letters, x[i].letters, (size_t)x[i].length);
        y[i].length = x[i].length + rest;
    }
}

static void add(void* in, void* inout, int* n, MPI_Datatype* type)
{
    (void)type;
    struct gaps *x = in, *y = inout;
    for (int i = 0; i < *n; ++i) y[i].a += x[i].a, y[i].b += x[i].b;
}

static void compose(void* in, void* inout, int* n, MPI_Datatype* type)
{
    (void)type;
    struct affine *x = in, *y = inout;
    for (int i = 0; i < *n; ++i) {
        y[i].b += y[i].a * x[i].b;
        y[i].a *= x[i].a;
    }
}

MPI_Op user_op(int kind)
{
    MPI_User_function* const all[] = {multiply, join, add, compose};
    MPI_Op op;
    MPI_Op_create(all[kind], kind == user_commutes, &op);
    return op;
}

MPI_Datatype user_type(int kind)
{
    MPI_Datatype made, type;
    int lengths[] = {1, 24}, ones[] = {1, 1}, at_1_and_3[] = {1, 3}, turned[] = {1, 0};
    MPI_Aint places[] = {0, offsetof(struct text, letters)};
    MPI_Datatype of[] = {MPI_INT, MPI_CHAR};
    switch (kind) {
    case 0: MPI_Type_contiguous(4, MPI_UNSIGNED, &made); break;
    case 1: MPI_Type_create_struct(2, lengths, places, of, &made); break;
    case 2: MPI_Type_indexed(2, ones, at_1_and_3, MPI_UNSIGNED, &made); break;
    default: MPI_Type_indexed(2, ones, turned, MPI_UNSIGNED, &made);
    }
    MPI_Type_create_resized(made, 0, (MPI_Aint)user_extents[kind], &type);
    MPI_Type_free(&made);
    if (kind == 0) {
        MPI_Type_free(&type);
        MPI_Type_contiguous(4, MPI_UNSIGNED, &type);
    }
    MPI_Type_commit(&type);
    return type;
}

void user_fill(int kind, unsigned char* at, unsigned bits)
{
    unsigned words[4] = {bits, bits * 2654435761u, bits ^ 0x5bd1e995u, bits + 77};
    struct text* t = (void*)at;
    struct gaps* g = (void*)at;
    switch (kind) {
    case 0: memcpy(at, words, sizeof words); break;
    case 1:
        t->length = (int)(bits % 3);
        memset(t->letters, 0, sizeof t->letters);
        for (int i = 0; i < t->length; ++i) t->letters[i] = (char)('a' + (bits >> (8 * i)) % 26);
        break;
    case 2: g->a = words[0], g->b = words[1]; break;
    default: memcpy(at, words, sizeof(struct affine));
    }
}

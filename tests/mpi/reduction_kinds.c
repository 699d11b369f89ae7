/* SPDX-License-Identifier: BSD-3-Clause */
#include "reduction_kinds.h"
#include "reduction_users.h"
#include <stdlib.h>
#include <string.h>

enum { most = 1024 };
static struct kind kinds[most];
static int used, idle;

/* Parts: i an integer, b a truth value, both as large as the type; f d l numbers; two letters are complex or a pair,
 * whose second part may be n, an int; w a long and s a short. */
#define TYPE(name, parts) {#name, name, parts}
#define OP(name) {#name, name}

static size_t put(char part, unsigned char* at, int value, size_t whole)
{
    float f = (float)value;
    double d = value;
    long double l = value;
    long w = value;
    int n = value;
    short s = (short)value;
    switch (part) {
    case 'f': memcpy(at, &f, sizeof f); return sizeof f;
    case 'd': memcpy(at, &d, sizeof d); return sizeof d;
    case 'l': memset(at, 0, sizeof l), memcpy(at, &l, 10); return sizeof l;
    case 'w': memcpy(at, &w, sizeof w); return sizeof w;
    case 's': memcpy(at, &s, sizeof s); return sizeof n; /* and the gap behind it */
    case 'n': memcpy(at, &n, sizeof n); return sizeof n;
    case 'b': memset(at, 0, whole), at[0] = value & 1; return whole;
    default:
        for (size_t i = 0; i < whole; ++i)
            at[i] = (unsigned char)(i < 4 ? value >> (8 * i) : value < 8 ? 0 : (size_t)value * i);
        return whole;
    }
}

/* Intel MPI says that it has combined floats by MPI_LAND, and leaves them as they are. What two different values come
 * to cannot be both of them. */
static int accepted(MPI_Datatype type, MPI_Op op, const char* parts, size_t extent)
{
    unsigned char a[2][64] = {{0}}, b[2][64] = {{0}};
    put(*parts, a[0], 1, extent), put(*parts, b[1], 1, extent);
    for (int i = 0; i < 2; ++i)
        if (MPI_Reduce_local(a[i], b[i], 1, type, op) != MPI_SUCCESS) return 0;
    if (memcmp(b[0], a[1], sizeof a[1]) != 0 || memcmp(b[1], a[0], sizeof a[0]) != 0) return 1;
    ++idle;
    return 0;
}

int kinds_left_out(void)
{
    return idle;
}

static void try_type(const char* name, MPI_Datatype type, const char* parts)
{
    const struct {
        const char* name;
        MPI_Op op;
    } ops[] = {OP(MPI_SUM),  OP(MPI_PROD), OP(MPI_MIN), OP(MPI_MAX),  OP(MPI_LAND),   OP(MPI_LOR),
               OP(MPI_LXOR), OP(MPI_BAND), OP(MPI_BOR), OP(MPI_BXOR), OP(MPI_MINLOC), OP(MPI_MAXLOC)};
    MPI_Aint low, extent;
    if (type == MPI_DATATYPE_NULL) return;
    MPI_Type_get_extent(type, &low, &extent);
    for (size_t i = 0; i < sizeof ops / sizeof *ops; ++i)
        if (accepted(type, ops[i].op, parts, (size_t)extent))
            kinds[used++] = (struct kind){name, ops[i].name, type, ops[i].op, parts, -1, (size_t)extent};
}

static void own_kinds(void)
{
    const struct {
        const char* name;
        MPI_Datatype type;
        const char* parts;
    } all[] = {
        TYPE(MPI_CHAR, "i"),
        TYPE(MPI_SIGNED_CHAR, "i"),
        TYPE(MPI_UNSIGNED_CHAR, "i"),
        TYPE(MPI_BYTE, "i"),
        TYPE(MPI_SHORT, "i"),
        TYPE(MPI_UNSIGNED_SHORT, "i"),
        TYPE(MPI_INT, "i"),
        TYPE(MPI_UNSIGNED, "i"),
        TYPE(MPI_LONG, "i"),
        TYPE(MPI_UNSIGNED_LONG, "i"),
        TYPE(MPI_LONG_LONG, "i"),
        TYPE(MPI_UNSIGNED_LONG_LONG, "i"),
        TYPE(MPI_INT8_T, "i"),
        TYPE(MPI_INT16_T, "i"),
        TYPE(MPI_INT32_T, "i"),
        TYPE(MPI_INT64_T, "i"),
        TYPE(MPI_UINT8_T, "i"),
        TYPE(MPI_UINT16_T, "i"),
        TYPE(MPI_UINT32_T, "i"),
        TYPE(MPI_UINT64_T, "i"),
        TYPE(MPI_AINT, "i"),
        TYPE(MPI_OFFSET, "i"),
        TYPE(MPI_COUNT, "i"),
        TYPE(MPI_INTEGER, "i"),
        TYPE(MPI_FLOAT, "f"),
        TYPE(MPI_DOUBLE, "d"),
        TYPE(MPI_LONG_DOUBLE, "l"),
        TYPE(MPI_REAL, "f"),
        TYPE(MPI_DOUBLE_PRECISION, "d"),
        TYPE(MPI_C_FLOAT_COMPLEX, "ff"),
        TYPE(MPI_C_DOUBLE_COMPLEX, "dd"),
        TYPE(MPI_C_LONG_DOUBLE_COMPLEX, "ll"),
        TYPE(MPI_COMPLEX, "ff"),
        TYPE(MPI_DOUBLE_COMPLEX, "dd"),
        TYPE(MPI_C_BOOL, "b"),
        TYPE(MPI_LOGICAL, "b"),
        TYPE(MPI_FLOAT_INT, "fn"),
        TYPE(MPI_DOUBLE_INT, "dn"),
        TYPE(MPI_LONG_INT, "wn"),
        TYPE(MPI_2INT, "nn"),
        TYPE(MPI_SHORT_INT, "sn"),
        TYPE(MPI_LONG_DOUBLE_INT, "ln"),
        TYPE(MPI_2INTEGER, "nn"),
        TYPE(MPI_2REAL, "ff"),
        TYPE(MPI_2DOUBLE_PRECISION, "dd"),
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) try_type(all[i].name, all[i].type, all[i].parts);
}

/* What the library refuses is found out under handlers that return. */
const struct kind* all_kinds(int* how_many)
{
    MPI_Comm both[] = {MPI_COMM_WORLD, MPI_COMM_SELF};
    MPI_Errhandler before[2];
    for (int i = 0; used == 0 && i < 2; ++i) {
        MPI_Comm_get_errhandler(both[i], &before[i]);
        MPI_Comm_set_errhandler(both[i], MPI_ERRORS_RETURN);
    }
    if (used == 0) {
        own_kinds();
        for (int i = 0; i < user_kinds; ++i)
            kinds[used++] =
                (struct kind){user_names[i], "a user's", user_type(i), user_op(i), NULL, i, user_extents[i]};
        for (int i = 0; i < 2; ++i) {
            MPI_Comm_set_errhandler(both[i], before[i]);
            MPI_Errhandler_free(&before[i]);
        }
    }
    *how_many = used;
    return kinds;
}

void free_kinds(void)
{
    for (int i = 0; i < used; ++i) {
        if (kinds[i].users < 0) continue;
        MPI_Type_free(&kinds[i].type);
        MPI_Op_free(&kinds[i].op);
    }
}

void fill_element(const struct kind* k, unsigned char* at, unsigned* state)
{
    *state = *state * 1664525u + 1013904223u;
    unsigned bits = *state >> 8;
    if (k->users >= 0) {
        user_fill(k->users, at, bits);
        return;
    }
    int product = k->op == MPI_PROD, plain = *k->parts == 'i';
    for (const char* part = k->parts; *part; ++part, bits /= 8) {
        int value = product && plain ? 1 + (bits % 16 == 0) : product ? (int)(bits % 2) * 3 - 1 : (int)(bits % 8);
        if (plain && k->op != MPI_SUM && !product) value = (int)(bits % 1000003);
        if (!plain && !product) value -= 3;
        at += put(*part, at, value, k->extent);
    }
}

static size_t size_of(char part, size_t whole)
{
    switch (part) {
    case 'f': return sizeof(float);
    case 'd': return sizeof(double);
    case 'l': return sizeof(long double);
    case 'w': return sizeof(long);
    case 's': return sizeof(short);
    case 'n': return sizeof(int);
    default: return whole;
    }
}

/* Zeros of both signs are the same, and a long double has bytes that are not its own. */
static int same_part(char part, const unsigned char* a, const unsigned char* b, size_t whole)
{
    size_t n = size_of(part, whole);
    float f[2];
    double d[2];
    long double l[2];
    switch (part) {
    case 'f': memcpy(&f[0], a, n), memcpy(&f[1], b, n); return f[0] == f[1];
    case 'd': memcpy(&d[0], a, n), memcpy(&d[1], b, n); return d[0] == d[1];
    case 'l': memcpy(&l[0], a, n), memcpy(&l[1], b, n); return l[0] == l[1];
    default: return memcmp(a, b, n) == 0;
    }
}

int same_elements(const struct kind* k, const unsigned char* a, const unsigned char* b, int n)
{
    for (int i = 0; i < n; ++i) {
        size_t at = (size_t)i * k->extent;
        for (const char* part = k->parts; *part; ++part) {
            if (!same_part(*part, a + at, b + at, k->extent)) return 0;
            at += *part == 's' ? sizeof(int) : size_of(*part, k->extent);
        }
    }
    return 1;
}

int leaves_gaps(const struct kind* k)
{
    return !k->parts || (strlen(k->parts) == 2 && k->parts[1] == 'n' && k->parts[0] != 'l');
}

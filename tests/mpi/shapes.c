/* SPDX-License-Identifier: BSD-3-Clause */
#include "shapes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { untouched = 0xEE, margin = 64 };

const char* const shape_names[shape_kinds] = {
    "bytes",         "contiguous", "dup",   "vector",      "indexed-negative", "resized",
    "struct-bottom", "permuted",   "giant", "stride-back", "nested",
};

enum { modulus = 251, period = modulus * 256 };

/* Byte i of the data that `salt` stands for is (131 i + 17 (i >> 8) + 29 salt) % 251, but never `untouched`. By tables:
 * most of the time of many a test went into its divisions. */
struct pattern {
    const unsigned char* phase; /* of each i of a period */
    unsigned char byte[2 * modulus];
    size_t shift, next;
};

static struct pattern pattern_of(unsigned salt)
{
    static unsigned char phase[period];
    struct pattern p = {.phase = phase, .shift = salt * 29 % modulus};
    if (!phase[1])
        for (size_t i = 0; i < period; ++i) phase[i] = (unsigned char)((i * 131 + (i >> 8) * 17) % modulus);
    for (int k = 0; k < 2 * modulus; ++k) p.byte[k] = (unsigned char)(k % modulus == untouched ? 1 : k % modulus);
    return p;
}

static unsigned char next_byte(struct pattern* p)
{
    unsigned char c = p->byte[p->phase[p->next] + p->shift];
    p->next = p->next + 1 == period ? 0 : p->next + 1;
    return c;
}

static void use(struct shape* s, MPI_Datatype type, int count)
{
    MPI_Type_commit(&type);
    s->type = type;
    s->count = count;
    s->owned = 1;
}

/* `base`: offset in memory of the address that MPI is given. */
static void memory(struct shape* s, size_t room, size_t base)
{
    s->room = room + 2 * margin;
    s->memory = calloc(s->room, 1);
    s->at = s->memory + margin + base;
    s->offset = malloc((s->n + 1) * sizeof *s->offset);
}

/* Elements of six bytes at `displacement`, `extent` apart, where the first lies at `base`. */
static void place(struct shape* s, const int* displacement, ptrdiff_t extent, size_t base)
{
    ptrdiff_t element = (ptrdiff_t)(margin + base);
    for (size_t i = 0; i < s->n; element += extent)
        for (int k = 0; k < 6 && i < s->n; ++k) s->offset[i++] = (size_t)(element + displacement[k]);
}

static void plain(struct shape* s, int kind)
{
    static const int one_by_one[] = {0, 1, 2, 3, 4, 5};
    MPI_Datatype type = MPI_BYTE;
    memory(s, s->n, 0);
    place(s, one_by_one, 6, 0);
    s->type = type;
    s->count = (int)s->n;
    if (kind == 1) {
        MPI_Type_contiguous((int)s->n, MPI_BYTE, &type);
        use(s, type, 1);
    }
    if (kind == 2) {
        MPI_Type_dup(MPI_BYTE, &type);
        use(s, type, (int)s->n);
    }
}

/* Two blocks of three bytes five apart, elements eleven apart. */
static void vector(struct shape* s)
{
    static const int at[] = {0, 1, 2, 5, 6, 7};
    MPI_Datatype inner, type;
    memory(s, s->n / 6 * 11, 0);
    place(s, at, 11, 0);
    MPI_Type_vector(2, 3, 5, MPI_BYTE, &inner);
    MPI_Type_create_resized(inner, 0, 11, &type);
    MPI_Type_free(&inner);
    use(s, type, (int)(s->n / 6));
}

/* Out of order, and from seven bytes before the address; the extent is 14. */
static void indexed(struct shape* s)
{
    static const int at[] = {4, 5, 6, -7, -6, 0};
    int lengths[] = {3, 2, 1}, displacements[] = {4, -7, 0};
    MPI_Datatype type;
    memory(s, s->n / 6 * 14, 7);
    place(s, at, 14, 7);
    MPI_Type_indexed(3, lengths, displacements, MPI_BYTE, &type);
    use(s, type, (int)(s->n / 6));
}

static void resized(struct shape* s)
{
    static const int at[] = {0, 1, 2, 3, 4, 5};
    MPI_Datatype inner, type;
    memory(s, s->n / 6 * 10, 3);
    place(s, at, 10, 3);
    MPI_Type_contiguous(6, MPI_BYTE, &inner);
    MPI_Type_create_resized(inner, -3, 10, &type);
    MPI_Type_free(&inner);
    use(s, type, (int)(s->n / 6));
}

/* Absolute addresses: the second half of the data lies before the first. */
static void bottom(struct shape* s)
{
    size_t half = s->n / 2, gap = 13;
    int lengths[] = {(int)half, (int)(s->n - half)};
    MPI_Aint at[2];
    MPI_Datatype types[] = {MPI_BYTE, MPI_BYTE}, type;
    memory(s, s->n + gap, 0);
    unsigned char* start = s->at;
    MPI_Get_address(start + (s->n - half) + gap, &at[0]);
    MPI_Get_address(start, &at[1]);
    for (size_t i = 0; i < s->n; ++i) s->offset[i] = margin + (i < half ? s->n - half + gap + i : i - half);
    MPI_Type_create_struct(2, lengths, at, types, &type);
    use(s, type, 1);
    s->at = MPI_BOTTOM;
}

/* No gaps, size equal to extent, and still not contiguous. */
static void permuted(struct shape* s)
{
    static const int at[] = {3, 4, 5, 0, 1, 2};
    int lengths[] = {3, 3}, displacements[] = {3, 0};
    MPI_Datatype type;
    memory(s, s->n, 0);
    place(s, at, 6, 0);
    MPI_Type_indexed(2, lengths, displacements, MPI_BYTE, &type);
    use(s, type, (int)(s->n / 6));
}

/* All of it one element: every other byte, onwards or back. */
static void giant(struct shape* s, int step)
{
    MPI_Datatype type;
    size_t last = s->n ? 2 * (s->n - 1) : 0, base = step < 0 ? last : 0;
    memory(s, last + 1, base);
    for (size_t i = 0; i < s->n; ++i) s->offset[i] = (size_t)((ptrdiff_t)(margin + base) + (ptrdiff_t)i * step);
    MPI_Type_create_hvector((int)s->n, 1, step, MPI_BYTE, &type);
    use(s, type, 1);
}

/* Contiguous of dup of contiguous, which is contiguous after all. */
static void nested(struct shape* s)
{
    MPI_Datatype three, copy, type;
    plain(s, 0);
    MPI_Type_contiguous(3, MPI_BYTE, &three);
    MPI_Type_dup(three, &copy);
    MPI_Type_contiguous(2, copy, &type);
    MPI_Type_free(&three);
    MPI_Type_free(&copy);
    use(s, type, (int)(s->n / 6));
}

void shape_make(struct shape* s, int kind, size_t n)
{
    *s = (struct shape){.n = n};
    switch (kind) {
    case 0:
    case 1:
    case 2: plain(s, kind); break;
    case 3: vector(s); break;
    case 4: indexed(s); break;
    case 5: resized(s); break;
    case 6: bottom(s); break;
    case 7: permuted(s); break;
    case 8: giant(s, 2); break;
    case 9: giant(s, -2); break;
    default: nested(s);
    }
}

void shape_clear(struct shape* s)
{
    memset(s->memory, untouched, s->room);
}

void shape_fill(struct shape* s, unsigned salt)
{
    struct pattern p = pattern_of(salt);
    for (size_t i = 0; i < s->n; ++i) s->memory[s->offset[i]] = next_byte(&p);
}

const char* shape_judge(const struct shape* s, unsigned salt)
{
    static char text[128];
    struct pattern p = pattern_of(salt);
    size_t touched = 0;
    for (size_t i = 0; i < s->n; ++i) {
        unsigned char is = s->memory[s->offset[i]], should = next_byte(&p);
        if (is == should) continue;
        snprintf(text, sizeof text, "byte %zu of %zu is %d and not %d", i, s->n, is, should);
        return text;
    }
    for (size_t i = 0; i < s->room; ++i) touched += s->memory[i] != untouched;
    if (touched == s->n) return NULL;
    snprintf(text, sizeof text, "%zu bytes written where %zu belong to the data", touched, s->n);
    return text;
}

void shape_free(struct shape* s)
{
    if (s->owned) MPI_Type_free(&s->type);
    free(s->memory);
    free(s->offset);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "rooted_area.h"
#include "draw.h"
#include <stdlib.h>
#include <string.h>

enum { poison = 0xEE, margin = 64 };

const char* const area_names[area_kinds] = {"contiguous", "vector", "resized", "permuted", "indexed-negative"};
const char* const area_order_names[area_orders] = {"in order", "backwards", "shuffled", "around the address"};

/* Where the six bytes of an element lie, and how far elements are apart. */
static const int place[area_kinds][6] = {
    {0, 1, 2, 3, 4, 5}, {0, 1, 2, 5, 6, 7}, {0, 1, 2, 3, 4, 5}, {3, 4, 5, 0, 1, 2}, {4, 5, 6, -7, -6, 0}};
static const int extents[area_kinds] = {6, 11, 10, 6, 14};

static MPI_Datatype make_type(int kind)
{
    MPI_Datatype inner, type;
    int two[] = {3, 3}, back[] = {3, 0}, three[] = {3, 2, 1}, negative[] = {4, -7, 0};
    if (kind == 1) MPI_Type_vector(2, 3, 5, MPI_BYTE, &inner);
    else MPI_Type_contiguous(6, MPI_BYTE, &inner);
    if (kind == 3) MPI_Type_indexed(2, two, back, MPI_BYTE, &type);
    else if (kind == 4) MPI_Type_indexed(3, three, negative, MPI_BYTE, &type);
    else if (kind == 0) MPI_Type_dup(inner, &type);
    else MPI_Type_create_resized(inner, kind == 2 ? -3 : 0, extents[kind], &type);
    MPI_Type_free(&inner);
    MPI_Type_commit(&type);
    return type;
}

/* An order of the ranks; then each takes its place after the one before it. */
static void lay_out(struct area* a, int order, unsigned seed)
{
    int *turn = malloc((size_t)a->ranks * sizeof *turn), next = 0;
    for (int i = 0; i < a->ranks; ++i) turn[i] = order == 1 ? a->ranks - 1 - i : i;
    for (int i = a->ranks - 1; order >= 2 && i > 0; --i) {
        int j = (int)draw(&seed, (unsigned)i + 1), t = turn[i];
        turn[i] = turn[j];
        turn[j] = t;
    }
    for (int i = 0; i < a->ranks; ++i) {
        if (order > 0) next += (int)draw(&seed, 4);
        a->offsets[turn[i]] = next;
        next += a->counts[turn[i]];
    }
    int shift = order == 3 ? next / 2 : 0;
    for (int i = 0; i < a->ranks; ++i) {
        a->offsets[i] -= shift;
        if (order > 0 && a->counts[i] == 0) a->offsets[i] = 1 << 20; /* nobody may look there */
    }
    a->base = margin + (size_t)(shift * extents[a->kind]);
    a->room = 2 * margin + (size_t)(next * extents[a->kind]);
    free(turn);
}

void area_make(struct area* a, int kind, int order, const int* counts, int ranks, unsigned seed)
{
    size_t list = (size_t)ranks * sizeof(int);
    *a = (struct area){.ranks = ranks, .kind = kind, .type = make_type(kind)};
    a->counts = memcpy(malloc(list), counts, list);
    a->offsets = malloc(list);
    lay_out(a, order, seed);
    a->memory = malloc(a->room);
    a->at = a->memory + a->base;
    area_poison(a);
}

void area_poison(struct area* a)
{
    memset(a->memory, poison, a->room);
}

void area_put(struct area* a, int rank, const unsigned char* bytes)
{
    unsigned char* element = (unsigned char*)a->at + (ptrdiff_t)a->offsets[rank] * extents[a->kind];
    for (int i = 0; i < a->counts[rank]; ++i, element += extents[a->kind])
        for (int k = 0; k < 6; ++k) element[place[a->kind][k]] = *bytes++;
}

size_t area_compare(const struct area* a, const struct area* b)
{
    if (!memcmp(a->memory, b->memory, a->room)) return a->room;
    for (size_t i = 0; i < a->room; ++i)
        if (a->memory[i] != b->memory[i]) return i;
    return a->room;
}

void area_free(struct area* a)
{
    MPI_Type_free(&a->type);
    free(a->counts);
    free(a->offsets);
    free(a->memory);
}

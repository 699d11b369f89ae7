/* SPDX-License-Identifier: BSD-3-Clause */
#include "alltoall_side.h"
#include <stdlib.h>
#include <string.h>

static void make_areas(struct side* s, int kind, int order, unsigned seed, int own_types)
{
    s->how_many = own_types ? s->ranks : 1;
    s->areas = malloc((size_t)s->how_many * sizeof *s->areas);
    if (!own_types) area_make(&s->areas[0], kind, order, s->counts, s->ranks, seed);
    for (int i = 0; own_types && i < s->ranks; ++i)
        area_make(&s->areas[i], (kind + i) % area_kinds, order, &s->counts[i], 1, seed + (unsigned)i);
}

/* The areas' memory becomes one, in an order of their own. */
static void join_memory(struct side* s)
{
    size_t next = 0;
    for (int i = 0; i < s->how_many; ++i) s->room += s->areas[i].room;
    s->memory = malloc(s->room);
    for (int i = s->how_many - 1; i >= 0; --i) {
        struct area* a = &s->areas[i];
        memcpy(s->memory + next, a->memory, a->room);
        free(a->memory);
        a->memory = s->memory + next;
        a->at = a->memory + a->base;
        next += a->room;
    }
}

/* Seen from the middle, so that some offsets are negative. */
static void describe_each(struct side* s)
{
    s->at = s->memory + s->room / 2;
    s->types = malloc((size_t)s->ranks * sizeof *s->types);
    for (int i = 0; i < s->ranks; ++i) {
        const struct area* a = &s->areas[i];
        MPI_Aint low, extent;
        MPI_Type_get_extent(a->type, &low, &extent);
        s->types[i] = a->type;
        s->offsets[i] = (int)((unsigned char*)a->at - (unsigned char*)s->at + a->offsets[0] * extent);
    }
}

void side_make(struct side* s, int kind, int order, const int* counts, int ranks, unsigned seed, int own_types)
{
    size_t list = (size_t)ranks * sizeof(int);
    *s = (struct side){.ranks = ranks, .type = MPI_DATATYPE_NULL};
    s->counts = memcpy(malloc(list), counts, list);
    s->offsets = malloc(list);
    make_areas(s, kind, order, seed, own_types);
    join_memory(s);
    if (own_types) {
        describe_each(s);
        return;
    }
    s->at = s->areas[0].at;
    s->type = s->areas[0].type;
    memcpy(s->offsets, s->areas[0].offsets, list);
}

void side_put(struct side* s, int rank, const unsigned char* bytes)
{
    if (s->types) area_put(&s->areas[rank], 0, bytes);
    else area_put(&s->areas[0], rank, bytes);
}

size_t side_compare(const struct side* a, const struct side* b)
{
    for (size_t i = 0; i < a->room; ++i)
        if (a->memory[i] != b->memory[i]) return i;
    return a->room;
}

void side_free(struct side* s)
{
    for (int i = 0; i < s->how_many; ++i) {
        s->areas[i].memory = NULL;
        area_free(&s->areas[i]);
    }
    free(s->areas), free(s->types), free(s->counts), free(s->offsets), free(s->memory);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "rooted_case.h"
#include "rooted_area.h"
#include "shapes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char* const rooted_names[4] = {"gather", "gatherv", "scatter", "scatterv"};

struct situation {
    const struct rooted_case* c;
    int rank, ranks, at_root;
    struct shape own;
    struct area all, expected; /* at the root */
};

static int gathers(const struct rooted_case* c)
{
    return c->which == gather || c->which == gatherv;
}

static int count_of(const struct rooted_case* c, int rank)
{
    return c->which == gather || c->which == scatter ? c->counts[0] : c->counts[rank];
}

static unsigned salt_of(const struct rooted_case* c, int rank)
{
    return c->seed % 97 + (unsigned)rank * 13;
}

static void failed(const struct situation* s, const char* what)
{
    const struct rooted_case* c = s->c;
    fprintf(stderr, "FAILED: %s, %s to or from %d%s, rank %d of %d of %s, %s %s, shape %d, seed %u, counts", c->spec,
            rooted_names[c->which], c->root, c->in_place ? " in place" : "", s->rank, s->ranks, c->name,
            area_names[c->kind], area_order_names[c->order], c->shape, c->seed);
    for (int i = 0; i < s->ranks; ++i) fprintf(stderr, " %d", count_of(c, i));
    fprintf(stderr, ": %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void put_block(const struct situation* s, struct area* into, int rank)
{
    struct shape bytes;
    shape_make(&bytes, 0, 6 * (size_t)count_of(s->c, rank));
    shape_fill(&bytes, salt_of(s->c, rank));
    area_put(into, rank, bytes.at);
    shape_free(&bytes);
}

static void make_areas(struct situation* s)
{
    const struct rooted_case* c = s->c;
    int* counts = malloc((size_t)s->ranks * sizeof *counts);
    for (int i = 0; i < s->ranks; ++i) counts[i] = count_of(c, i);
    for (int i = 0; i < 2; ++i) area_make(i ? &s->expected : &s->all, c->kind, c->order, counts, s->ranks, c->seed);
    for (int i = 0; i < s->ranks; ++i) {
        put_block(s, &s->expected, i);
        if (!gathers(c) || (c->in_place && i == c->root)) put_block(s, &s->all, i);
    }
    free(counts);
}

#if MPI_VERSION >= 4
/* The same by the form with large counts. */
static int call_large(const struct situation* s, void* own, int n, MPI_Datatype own_type, void* all, MPI_Datatype type)
{
    const struct rooted_case* c = s->c;
    MPI_Count counts[256], each = s->at_root ? s->all.counts[0] : -5;
    MPI_Aint offsets[256];
    for (int i = 0; s->at_root && i < s->ranks; ++i) counts[i] = s->all.counts[i], offsets[i] = s->all.offsets[i];
    switch (c->which) {
    case gather: return MPI_Gather_c(own, n, own_type, all, each, type, c->root, c->comm);
    case gatherv: return MPI_Gatherv_c(own, n, own_type, all, counts, offsets, type, c->root, c->comm);
    case scatter: return MPI_Scatter_c(all, each, type, own, n, own_type, c->root, c->comm);
    default: return MPI_Scatterv_c(all, counts, offsets, type, own, n, own_type, c->root, c->comm);
    }
}
#endif

static int call(const struct situation* s)
{
    const struct rooted_case* c = s->c;
    const struct area* a = &s->all;
    int in_place = s->at_root && c->in_place, own_count = in_place ? -7 : s->own.count;
    void *own = in_place ? MPI_IN_PLACE : s->own.at, *all = s->at_root ? a->at : (void*)17;
    MPI_Datatype own_type = in_place ? MPI_DATATYPE_NULL : s->own.type, type = s->at_root ? a->type : MPI_DATATYPE_NULL;
    int *counts = s->at_root ? a->counts : NULL, *offsets = s->at_root ? a->offsets : NULL;
    int each = s->at_root ? a->counts[0] : -5;
#if MPI_VERSION >= 4
    if (c->seed % 4 == 0) return call_large(s, own, own_count, own_type, all, type);
#endif
    switch (c->which) {
    case gather: return MPI_Gather(own, own_count, own_type, all, each, type, c->root, c->comm);
    case gatherv: return MPI_Gatherv(own, own_count, own_type, all, counts, offsets, type, c->root, c->comm);
    case scatter: return MPI_Scatter(all, each, type, own, own_count, own_type, c->root, c->comm);
    default: return MPI_Scatterv(all, counts, offsets, type, own, own_count, own_type, c->root, c->comm);
    }
}

static void judge(const struct situation* s)
{
    char text[128];
    int untouched = s->at_root && s->c->in_place;
    const char* wrong = untouched ? NULL : shape_judge(&s->own, salt_of(s->c, s->rank));
    if (wrong) failed(s, wrong);
    if (!s->at_root) return;
    size_t at = area_compare(&s->all, &s->expected);
    if (at == s->all.room) return;
    snprintf(text, sizeof text, "byte %zu of the root's %zu is %d and not %d", at, s->all.room, s->all.memory[at],
             s->expected.memory[at]);
    failed(s, text);
}

void rooted_run(const struct rooted_case* c)
{
    struct situation s = {.c = c};
    MPI_Comm_rank(c->comm, &s.rank);
    MPI_Comm_size(c->comm, &s.ranks);
    s.at_root = s.rank == c->root;
    /* Libraries take one element of no bytes for something to send, and then wait for each other. */
    int any = c->shape < 0 || count_of(c, s.rank) == 0 ? 0 : (c->shape + s.rank) % shape_kinds;
    shape_make(&s.own, any, 6 * (size_t)count_of(c, s.rank));
    shape_clear(&s.own);
    if (gathers(c)) shape_fill(&s.own, salt_of(c, s.rank));
    if (s.at_root) make_areas(&s);
    if (call(&s) != MPI_SUCCESS) failed(&s, "returned an error");
    judge(&s);
    shape_free(&s.own);
    if (!s.at_root) return;
    area_free(&s.all);
    area_free(&s.expected);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "alltoall_case.h"
#include "alltoall_side.h"
#include "shapes.h"
#include <stdio.h>

const char* const alltoall_names[alltoall_collectives] = {"alltoall", "alltoallv", "alltoallw"};

struct situation {
    const struct alltoall_case* c;
    int rank, ranks;
    struct side in, expected, out, sent; /* the last two not in place */
};

static void failed(const struct situation* s, const char* what)
{
    const struct alltoall_case* c = s->c;
    fprintf(stderr, "FAILED: %s, %s%s%s, rank %d of %d, %s, %s from %s, %s, salt %u: %s\n", c->spec,
            alltoall_names[c->which], c->in_place ? " in place" : "", c->large ? ", large" : "", s->rank, s->ranks,
            c->pattern, area_names[c->kinds[0]], area_names[c->kinds[1]], area_order_names[c->order], c->salt, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void put(const struct situation* s, struct side* into, int at, int from, int to)
{
    struct shape bytes;
    shape_make(&bytes, 0, 6 * (size_t)s->c->counts[from][to]);
    shape_fill(&bytes, s->c->salt + (unsigned)from * 13 + (unsigned)to * 29);
    side_put(into, at, bytes.at);
    shape_free(&bytes);
}

#if MPI_VERSION >= 4
static int call_large(const struct situation* s, void* from, void* to)
{
    const struct side *out = &s->out, *in = &s->in;
    MPI_Count n[alltoall_most_ranks], m[alltoall_most_ranks];
    MPI_Aint x[alltoall_most_ranks], y[alltoall_most_ranks];
    for (int i = 0; i < s->ranks; ++i) {
        if (!s->c->in_place) n[i] = out->counts[i], x[i] = out->offsets[i];
        m[i] = in->counts[i], y[i] = in->offsets[i];
    }
    if (s->c->which == alltoall)
        return MPI_Alltoall_c(from, s->c->in_place ? -1 : n[0], out->type, to, m[0], in->type, s->c->comm);
    if (s->c->which == alltoallv) return MPI_Alltoallv_c(from, n, x, out->type, to, m, y, in->type, s->c->comm);
    return MPI_Alltoallw_c(from, n, x, out->types, to, m, y, in->types, s->c->comm);
}
#endif

/* In place, what says how the data lie that go is nonsense. */
static int call(const struct situation* s)
{
    const struct alltoall_case* c = s->c;
    const struct side *out = &s->out, *in = &s->in;
    void *from = c->in_place ? MPI_IN_PLACE : out->at, *to = in->at;
#if MPI_VERSION >= 4
    if (c->large) return call_large(s, from, to);
#endif
    if (c->which == alltoall)
        return MPI_Alltoall(from, c->in_place ? -1 : out->counts[0], out->type, to, in->counts[0], in->type, c->comm);
    if (c->which == alltoallv)
        return MPI_Alltoallv(from, out->counts, out->offsets, out->type, to, in->counts, in->offsets, in->type,
                             c->comm);
    return MPI_Alltoallw(from, out->counts, out->offsets, out->types, to, in->counts, in->offsets, in->types, c->comm);
}

static void judge(const struct situation* s, const char* where, const struct side* is, const struct side* should)
{
    char text[128];
    size_t at = side_compare(is, should);
    if (at == is->room) return;
    snprintf(text, sizeof text, "byte %zu of the %zu %s is %d and not %d", at, is->room, where, is->memory[at],
             should->memory[at]);
    failed(s, text);
}

static void make_sides(struct situation* s)
{
    const struct alltoall_case* c = s->c;
    int row[alltoall_most_ranks], column[alltoall_most_ranks], each = c->which == alltoallw;
    for (int i = 0; i < s->ranks; ++i) row[i] = c->counts[s->rank][i], column[i] = c->counts[i][s->rank];
    for (int i = 0; i < 2; ++i)
        side_make(i ? &s->expected : &s->in, c->kinds[0], c->order, column, s->ranks, c->salt, each);
    for (int i = 0; i < 2 && !c->in_place; ++i)
        side_make(i ? &s->sent : &s->out, c->kinds[1], c->order, row, s->ranks, c->salt + 1, each);
    for (int i = 0; i < s->ranks; ++i) {
        put(s, &s->expected, i, i, s->rank);
        put(s, c->in_place ? &s->in : &s->out, i, s->rank, i);
        if (!c->in_place) put(s, &s->sent, i, s->rank, i);
    }
}

void alltoall_run(const struct alltoall_case* c)
{
    struct situation s = {.c = c, .out = {.type = MPI_DATATYPE_NULL}};
    MPI_Comm_rank(c->comm, &s.rank);
    MPI_Comm_size(c->comm, &s.ranks);
    make_sides(&s);
    if (call(&s) != MPI_SUCCESS) failed(&s, "returned an error");
    judge(&s, "received", &s.in, &s.expected);
    if (!c->in_place) judge(&s, "sent", &s.out, &s.sent);
    side_free(&s.in), side_free(&s.expected);
    if (!c->in_place) side_free(&s.out), side_free(&s.sent);
}

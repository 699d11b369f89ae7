/* SPDX-License-Identifier: BSD-3-Clause */
#include "reduction_case.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { untouched = 0xEE, margin = 64 };
const char* const reduction_names[reductions] = {"reduce",         "allreduce", "reduce_scatter_block",
                                                 "reduce_scatter", "scan",      "exscan"};

/* Elements in memory of their own. */
struct row {
    unsigned char *memory, *at;
    size_t room;
};

struct situation {
    const struct reduction_case* c;
    int rank, ranks, n;     /* n: of an operand */
    int first, result;      /* elements of the operand that this rank gets combined */
    int low, high;          /* of these ranks, one beyond the last */
    struct row from, to, is; /* is: what `to` should be */
};

static struct row make_row(const struct kind* k, int n)
{
    struct row r = {.room = (size_t)n * k->extent + 2 * margin};
    r.memory = malloc(r.room);
    r.at = r.memory + margin;
    memset(r.memory, untouched, r.room);
    return r;
}

static void fill_row(const struct situation* s, struct row* r, int rank)
{
    unsigned state = s->c->seed * 977u + (unsigned)rank * 13u;
    for (int i = 0; i < s->n; ++i) fill_element(s->c->kind, r->at + (size_t)i * s->c->kind->extent, &state);
}

static void failed(const struct situation* s, const char* what)
{
    const struct reduction_case* c = s->c;
    fprintf(stderr, "FAILED: %s, %s of %d %s by %s%s%s, root %d, rank %d of %d of %s, seed %u, counts %d %d: %s\n",
            c->spec, reduction_names[c->which], s->n, c->kind->type_name, c->kind->op_name,
            c->in_place ? ", in place" : "", c->large ? ", large" : "", c->root, s->rank, s->ranks, c->name, c->seed,
            c->counts[0], s->ranks > 1 ? c->counts[1] : 0, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The operands of all that count, from the highest down. */
static void expect(struct situation* s)
{
    const struct kind* k = s->c->kind;
    struct row sum = make_row(k, s->n), next = make_row(k, s->n);
    for (int r = s->high - 1; r >= s->low; --r) {
        fill_row(s, r == s->high - 1 ? &sum : &next, r);
        if (r < s->high - 1 && s->n > 0) MPI_Reduce_local(next.at, sum.at, s->n, k->type, k->op);
    }
    if (s->high > s->low) memcpy(s->is.at, sum.at + (size_t)s->first * k->extent, (size_t)s->result * k->extent);
    free(sum.memory);
    free(next.memory);
}

static void prepare(struct situation* s)
{
    const struct reduction_case* c = s->c;
    int scatters = c->which == reduce_scatter || c->which == reduce_scatter_block;
    MPI_Comm_rank(c->comm, &s->rank);
    MPI_Comm_size(c->comm, &s->ranks);
    s->n = s->result = c->counts[0];
    if (scatters) s->n = 0;
    for (int i = 0; scatters && i < s->ranks; ++i) {
        int block = c->which == reduce_scatter ? c->counts[i] : c->counts[0];
        if (i == s->rank) s->first = s->n, s->result = block;
        s->n += block;
    }
    s->high = c->which == scan ? s->rank + 1 : c->which == exscan ? s->rank : s->ranks;
    if (c->which == reduce && s->rank != c->root) s->high = s->result = 0;
    if (c->which == exscan && s->rank == 0) s->result = 0;
    s->from = make_row(c->kind, s->n);
    s->to = make_row(c->kind, s->n);
    s->is = make_row(c->kind, s->n);
    fill_row(s, &s->from, s->rank);
    if (!c->in_place || (c->which == reduce && s->rank != c->root)) return;
    fill_row(s, &s->to, s->rank);
    fill_row(s, &s->is, s->rank);
}

#if MPI_VERSION >= 4
static int call_large(const struct reduction_case* c, int ranks, const void* from, void* to)
{
    MPI_Datatype type = c->kind->type;
    MPI_Op op = c->kind->op;
    MPI_Count n = c->counts[0], counts[256];
    for (int i = 0; i < ranks && c->which == reduce_scatter; ++i) counts[i] = c->counts[i];
    switch (c->which) {
    case reduce: return MPI_Reduce_c(from, to, n, type, op, c->root, c->comm);
    case allreduce: return MPI_Allreduce_c(from, to, n, type, op, c->comm);
    case reduce_scatter_block: return MPI_Reduce_scatter_block_c(from, to, n, type, op, c->comm);
    case reduce_scatter: return MPI_Reduce_scatter_c(from, to, counts, type, op, c->comm);
    case scan: return MPI_Scan_c(from, to, n, type, op, c->comm);
    default: return MPI_Exscan_c(from, to, n, type, op, c->comm);
    }
}
#endif

static int call(const struct situation* s)
{
    const struct reduction_case* c = s->c;
    int elsewhere = c->which == reduce && s->rank != c->root;
    const void* from = c->in_place && !elsewhere ? MPI_IN_PLACE : s->from.at;
    void* to = elsewhere ? (void*)17 : s->to.at;
    MPI_Datatype type = c->kind->type;
    MPI_Op op = c->kind->op;
    int n = c->counts[0];
#if MPI_VERSION >= 4
    if (c->large) return call_large(c, s->ranks, from, to);
#endif
    switch (c->which) {
    case reduce: return MPI_Reduce(from, to, n, type, op, c->root, c->comm);
    case allreduce: return MPI_Allreduce(from, to, n, type, op, c->comm);
    case reduce_scatter_block: return MPI_Reduce_scatter_block(from, to, n, type, op, c->comm);
    case reduce_scatter: return MPI_Reduce_scatter(from, to, c->counts, type, op, c->comm);
    case scan: return MPI_Scan(from, to, n, type, op, c->comm);
    default: return MPI_Exscan(from, to, n, type, op, c->comm);
    }
}

static int same_packed(const struct kind* k, const void* a, const void* b, int n)
{
    int size = 0, at[2] = {0, 0};
    MPI_Pack_size(n, k->type, MPI_COMM_SELF, &size);
    unsigned char* both = calloc(2, (size_t)size + 1);
    MPI_Pack(a, n, k->type, both, size, &at[0], MPI_COMM_SELF);
    MPI_Pack(b, n, k->type, both + size, size, &at[1], MPI_COMM_SELF);
    int same = memcmp(both, both + size, (size_t)at[0]) == 0;
    free(both);
    return same;
}

static void judge(const struct situation* s)
{
    const struct kind* k = s->c->kind;
    struct row was = make_row(k, s->n);
    fill_row(s, &was, s->rank);
    if (memcmp(was.memory, s->from.memory, was.room) != 0) failed(s, "the operand has changed");
    free(was.memory);
    int right =
        k->users >= 0 ? same_packed(k, s->to.at, s->is.at, s->result) : same_elements(k, s->to.at, s->is.at, s->result);
    if (!right) failed(s, "wrong result");
    if (strncmp(s->c->spec, "native", 6) == 0) return; /* libraries write into gaps, and behind a result in place */
    size_t all = leaves_gaps(k) ? 0 : (size_t)s->result * k->extent;
    /* What the standard does not define stays the library's, which may change the rest of an operand. */
    int scatters = s->c->which == reduce_scatter || s->c->which == reduce_scatter_block;
    if (scatters && s->c->in_place && k->users < 0) all = (size_t)s->n * k->extent;
    if (memcmp(s->to.memory, s->is.memory, margin) != 0) failed(s, "bytes before the result have changed");
    if (memcmp(s->to.at + all, s->is.at + all, s->to.room - margin - all) != 0)
        failed(s, "bytes that are no result have changed");
}

void reduction_run(const struct reduction_case* c)
{
    struct situation s = {.c = c};
    prepare(&s);
    expect(&s);
    if (call(&s) != MPI_SUCCESS) failed(&s, "returned an error");
    judge(&s);
    free(s.from.memory);
    free(s.to.memory);
    free(s.is.memory);
}

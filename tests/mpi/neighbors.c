/* SPDX-License-Identifier: BSD-3-Clause */
/* neighbors [SEED] COLLECTIVE=SPEC...: neighborhood collectives on topologies of every kind, forced to each SPEC by the
 * info key; an empty SPEC: as the settings say. Prints "ok N cases, seed S", or the first case that fails. */
#include "asked.h"
#include "draw.h"
#include "neighbor_graph.h"

enum { allgather, allgatherv, alltoall, alltoallv, alltoallw, collectives };
static const char* const names[collectives] = {"neighbor_allgather", "neighbor_allgatherv", "neighbor_alltoall",
                                               "neighbor_alltoallv", "neighbor_alltoallw"};
enum { most = 700, room = graph_most_links * 2 * most };

/* One end of a call: blocks of elements that are one int, and another that is left alone where `gaps`. */
struct end {
    int count[graph_most_links], at[graph_most_links]; /* in elements */
    int gaps;
    int data[room];
};

static MPI_Datatype gappy;

static MPI_Datatype type_of(const struct end* e)
{
    return e->gaps ? gappy : MPI_INT;
}

static int* element(struct end* e, int block, int k)
{
    return &e->data[(e->at[block] + k) * (1 + e->gaps)];
}

static int value(int rank, int block, int k)
{
    return rank * 1000003 + block * 10007 + k;
}

static int count_of(int which, int rank, int block, unsigned state)
{
    static const int sizes[] = {1, 7, 3, 300, 2, 64, 0, 699};
    if (which == allgather || which == alltoall) return sizes[state % 8];
    state += (unsigned)(rank * 31 + (which == allgatherv ? 0 : block * 7));
    return sizes[draw(&state, 8)];
}

static void lay_out(struct end* e, int blocks, int regular)
{
    for (int i = 0; i < blocks; ++i) e->at[i] = regular ? i * e->count[0] : i * most;
    for (int i = 0; i < room; ++i) e->data[i] = -7;
}

static void fill(const struct graph* g, int which, unsigned state, struct end* out, struct end* in)
{
    const struct graph_links* mine = &g->of[g->rank];
    int one = which <= allgatherv, regular = which == allgather || which == alltoall;
    out->count[0] = in->count[0] = count_of(which, g->rank, 0, state);
    for (int i = 0; i < mine->out; ++i) out->count[i] = count_of(which, g->rank, i, state);
    for (int i = 0; i < mine->in; ++i)
        in->count[i] = mine->sources[i] < 0 ? 5 : count_of(which, mine->sources[i], g->index[i], state);
    if (mine->in + mine->out == 0) out->count[0] = 5; /* which concerns nobody */
    if (regular) in->count[0] = out->count[0];
    lay_out(out, one ? 1 : mine->out, regular);
    lay_out(in, mine->in, regular);
    for (int i = 0; i < (one ? 1 : mine->out); ++i)
        for (int k = 0; k < out->count[i]; ++k) *element(out, i, k) = value(g->rank, i, k);
}

static int call(const struct graph* g, int which, struct end* out, struct end* in)
{
    MPI_Aint from[graph_most_links], to[graph_most_links];
    MPI_Datatype out_types[graph_most_links], in_types[graph_most_links];
    MPI_Datatype sends = type_of(out), receives = type_of(in);
    for (int i = 0; i < graph_most_links; ++i) {
        from[i] = (MPI_Aint)sizeof(int) * out->at[i] * (1 + out->gaps);
        to[i] = (MPI_Aint)sizeof(int) * in->at[i] * (1 + in->gaps);
        out_types[i] = sends, in_types[i] = receives;
    }
    switch (which) {
    case allgather:
        return MPI_Neighbor_allgather(out->data, out->count[0], sends, in->data, in->count[0], receives, g->comm);
    case allgatherv:
        return MPI_Neighbor_allgatherv(out->data, out->count[0], sends, in->data, in->count, in->at, receives, g->comm);
    case alltoall:
        return MPI_Neighbor_alltoall(out->data, out->count[0], sends, in->data, in->count[0], receives, g->comm);
    case alltoallv:
        return MPI_Neighbor_alltoallv(out->data, out->count, out->at, sends, in->data, in->count, in->at, receives,
                                      g->comm);
    default:
        return MPI_Neighbor_alltoallw(out->data, out->count, from, out_types, in->data, in->count, to, in_types,
                                      g->comm);
    }
}

static void fail(const struct graph* g, int which, const char* spec, int kind, int place)
{
    fprintf(stderr, "FAILED: %s by '%s', topology %d, rank %d of %d, place %d, seed %u, case %d\n", names[which], spec,
            kind, g->rank, g->ranks, place, seed, cases);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void check(const struct graph* g, int which, const char* spec, int kind, struct end* in)
{
    static int right[room];
    const struct graph_links* mine = &g->of[g->rank];
    for (int i = 0; i < room; ++i) right[i] = -7;
    for (int i = 0; i < mine->in; ++i)
        for (int k = 0; mine->sources[i] >= 0 && k < in->count[i]; ++k)
            right[element(in, i, k) - in->data] = value(mine->sources[i], which <= allgatherv ? 0 : g->index[i], k);
    for (int i = 0; i < room; ++i)
        if (in->data[i] != right[i]) fail(g, which, spec, kind, i);
}

/* Open MPI 5's own nonblocking ones and Intel MPI's own mix up what a rank sends itself down and up a ring of one, also
 * without Hocket. */
static int is_served(int kind, int ranks)
{
#if (defined(OPEN_MPI) && defined(HOCKET_ENDED)) || defined(I_MPI_VERSION)
    if (kind == wrapped && ranks == 1) return 0;
#endif
    return ranks <= graph_most_ranks && (kind != old_graph || ranks > 2);
}

static void on(MPI_Comm parent, int which, const char* spec, int rounds)
{
    static struct graph g;
    static struct end out, in;
    int ranks;
    MPI_Comm_size(parent, &ranks);
    for (int kind = 0; kind < graph_kinds; ++kind) {
        if (!is_served(kind, ranks)) continue;
        graph_make(&g, parent, (enum graph_kind)kind, seed + (unsigned)kind);
        MPI_Comm plain = g.comm;
        g.comm = forced(plain, names[which], spec);
        for (int i = 0; i < rounds / 3; ++i, ++cases) {
            unsigned state = seed * 7919 + (unsigned)i;
            out.gaps = (int)draw(&state, 2), in.gaps = ((int)draw(&state, 2) + g.rank) % 2;
            fill(&g, which, state, &out, &in);
            if (call(&g, which, &out, &in) != MPI_SUCCESS) fail(&g, which, spec, kind, -1);
            check(&g, which, spec, kind, &in);
        }
        MPI_Comm_free(&g.comm);
        MPI_Comm_free(&plain);
    }
}

static void one(int which, const char* spec)
{
    if (gappy == (MPI_Datatype)0) {
        MPI_Datatype single;
        MPI_Type_contiguous(1, MPI_INT, &single);
        MPI_Type_create_resized(single, 0, 2 * (MPI_Aint)sizeof(int), &gappy);
        MPI_Type_commit(&gappy);
        MPI_Type_free(&single);
    }
    everywhere(on, which, spec, 24);
}

int main(int argc, char** argv)
{
    return for_each_asked(argc, argv, names, collectives, one);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "neighbor_graph.h"
#include "draw.h"
#include <string.h>

/* Open MPI's MPI_UNWEIGHTED draws warnings. */
static const int no_weights[graph_most_links];

static void make_cartesian(struct graph* g, MPI_Comm parent, int wraps)
{
    int dims[2] = {0, 0}, periods[2] = {wraps, wraps};
    MPI_Dims_create(g->ranks, 2, dims);
    MPI_Cart_create(parent, 2, dims, periods, 0, &g->comm);
    g->cartesian = 1;
}

/* Neighbors in a grid whose rows are half as many as its columns or so, corners too. */
static void make_stencil(struct graph* g, MPI_Comm parent, int wraps)
{
    int dims[2] = {0, 0}, n = 0, out[8], in[8];
    MPI_Dims_create(g->ranks, 2, dims);
    for (int way = 0; way < 9; ++way) {
        int x = g->rank / dims[1] + way / 3 - 1, y = g->rank % dims[1] + way % 3 - 1;
        if (wraps) x = (x + dims[0]) % dims[0], y = (y + dims[1]) % dims[1];
        if (x < 0 || x >= dims[0] || y < 0 || y >= dims[1]) continue;
        int other = x * dims[1] + y, known = other == g->rank;
        for (int i = 0; i < n; ++i) known |= out[i] == other;
        if (!known) out[n++] = other;
    }
    for (int i = 0; i < n; ++i) in[n - 1 - i] = out[i];
    MPI_Dist_graph_create_adjacent(parent, n, in, no_weights, n, out, no_weights, MPI_INFO_NULL, 0, &g->comm);
}

/* Of the first so many ranks. */
static void make_random(struct graph* g, MPI_Comm parent, int linked_ranks, int repeats, unsigned state)
{
    int in = 0, out = 0, sources[graph_most_links], destinations[graph_most_links];
    for (int from = 0; from < linked_ranks; ++from)
        for (int to = 0; to < linked_ranks; ++to)
            for (int k = 0; k < 1 + repeats; ++k) {
                int linked = draw(&state, 3) > 0 && (repeats || from != to);
                if (linked && from == g->rank) destinations[out++] = to;
                if (linked && to == g->rank) sources[in++] = from;
            }
    MPI_Dist_graph_create_adjacent(parent, in, sources, no_weights, out, destinations, no_weights, MPI_INFO_NULL, 0,
                                   &g->comm);
}

/* A ring, and a spoke to rank 0. */
static void make_old(struct graph* g, MPI_Comm parent)
{
    int ends[graph_most_ranks], edges[graph_most_ranks * graph_most_ranks], n = 0;
    for (int r = 0; r < g->ranks; ++r) {
        for (int other = 0; other < g->ranks; ++other) {
            int away = (other - r + g->ranks) % g->ranks;
            if (other != r && (away == 1 || away == g->ranks - 1 || other == 0 || r == 0)) edges[n++] = other;
        }
        ends[r] = n;
    }
    MPI_Graph_create(parent, g->ranks, ends, edges, 0, &g->comm);
}

static void ask(struct graph* g, enum graph_kind kind, struct graph_links* mine)
{
    int weighted, unused[graph_most_links];
    memset(mine, 0, sizeof *mine);
    if (g->cartesian) {
        for (int d = 0; d < 2; ++d) MPI_Cart_shift(g->comm, d, 1, &mine->sources[2 * d], &mine->sources[2 * d + 1]);
        for (int i = 0; i < 4; ++i)
            if (mine->sources[i] == MPI_PROC_NULL) mine->sources[i] = -1;
        mine->in = 4;
    } else if (kind == old_graph) {
        MPI_Graph_neighbors_count(g->comm, g->rank, &mine->in);
        MPI_Graph_neighbors(g->comm, g->rank, mine->in, mine->sources);
    } else {
        MPI_Dist_graph_neighbors_count(g->comm, &mine->in, &mine->out, &weighted);
        MPI_Dist_graph_neighbors(g->comm, mine->in, mine->sources, unused, mine->out, mine->destinations, unused);
        return;
    }
    mine->out = mine->in;
    memcpy(mine->destinations, mine->sources, sizeof mine->sources);
}

/* The k-th that a rank sends to another is the k-th that comes; across a border of a grid what goes down comes from
 * above. */
static void find_indices(struct graph* g)
{
    struct graph_links* mine = &g->of[g->rank];
    for (int i = 0; i < mine->in; ++i) {
        int before = 0, from = mine->sources[i];
        if (from < 0 || g->cartesian) {
            g->index[i] = i ^ 1;
            continue;
        }
        for (int k = 0; k < i; ++k) before += mine->sources[k] == from;
        for (int e = 0; e < g->of[from].out; ++e)
            if (g->of[from].destinations[e] == g->rank && before-- == 0) g->index[i] = e;
    }
}

void graph_make(struct graph* made, MPI_Comm parent, enum graph_kind kind, unsigned state)
{
    struct graph_links mine;
    memset(made, 0, sizeof *made);
    MPI_Comm_rank(parent, &made->rank);
    MPI_Comm_size(parent, &made->ranks);
    if (kind == wrapped || kind == open_ends) make_cartesian(made, parent, kind == wrapped);
    else if (kind == stencil || kind == open_stencil) make_stencil(made, parent, kind == stencil);
    else if (kind == old_graph) make_old(made, parent);
    else if (kind == no_links)
        MPI_Dist_graph_create_adjacent(parent, 0, no_weights, no_weights, 0, no_weights, no_weights, MPI_INFO_NULL, 0,
                                       &made->comm);
    else make_random(made, parent, made->ranks - (kind == one_alone), kind == named_twice, state);
    ask(made, kind, &mine);
    int words = (int)(sizeof mine / sizeof(int));
    MPI_Allgather(&mine, words, MPI_INT, made->of, words, MPI_INT, parent);
    find_indices(made);
}

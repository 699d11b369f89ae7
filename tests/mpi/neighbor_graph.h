/* SPDX-License-Identifier: BSD-3-Clause */
/* Communicators with topologies of every kind, and what each rank of them has to expect. */
#ifndef HOCKET_TESTS_MPI_NEIGHBOR_GRAPH_H
#define HOCKET_TESTS_MPI_NEIGHBOR_GRAPH_H

#include <mpi.h>

enum { graph_most_ranks = 8, graph_most_links = 40 };
enum graph_kind {
    wrapped,
    open_ends,
    stencil,
    open_stencil,
    random_links,
    named_twice,
    no_links,
    one_alone,
    old_graph,
    graph_kinds
};

/* A rank's own, as MPI tells them; -1 for MPI_PROC_NULL. */
struct graph_links {
    int in, out;
    int sources[graph_most_links], destinations[graph_most_links];
};

struct graph {
    MPI_Comm comm;
    int rank, ranks, cartesian;
    struct graph_links of[graph_most_ranks];
    int index[graph_most_links]; /* what comes in at place i is this one of its sender's */
};

/* On the ranks of `parent`, alike for one state. */
void graph_make(struct graph* made, MPI_Comm parent, enum graph_kind kind, unsigned state);

#endif

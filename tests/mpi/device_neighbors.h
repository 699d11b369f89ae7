/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of device.h: neighborhood collectives. */
#ifndef HOCKET_TESTS_MPI_DEVICE_NEIGHBORS_H
#define HOCKET_TESTS_MPI_DEVICE_NEIGHBORS_H

struct around {
    int in, out;
};

static inline struct around around(MPI_Comm comm)
{
    struct around found = {0, 0};
    int kind, weighted;
    MPI_Topo_test(comm, &kind);
    if (kind == MPI_CART) MPI_Cartdim_get(comm, &found.in), found.in = found.out = 2 * found.in;
    if (kind == MPI_GRAPH) MPI_Graph_neighbors_count(comm, rank_of(comm), &found.in), found.out = found.in;
    if (kind == MPI_DIST_GRAPH) MPI_Dist_graph_neighbors_count(comm, &found.in, &found.out, &weighted);
    return found;
}

static inline struct lifted lift_far_list(const void* buffer, int blocks, const int* counts, const MPI_Aint* offsets,
                                          const MPI_Datatype* types)
{
    struct span all = {0, 0};
    for (int i = 0; buffer && i < blocks; ++i) span_add(&all, offsets[i], counts[i], types[i]);
    return lift_span(buffer, all);
}

static inline int device_neighbor_allgather(const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u,
                                            MPI_Comm c)
{
    LIFTED_TWO(out, lift(out, n, t), in, lift(in, (MPI_Aint)m * around(c).in, u),
               MPI_Neighbor_allgather(o, n, t, i, m, u, c));
}
static inline int device_neighbor_allgatherv(const void* out, int n, MPI_Datatype t, void* in, const int* m,
                                             const int* d, MPI_Datatype u, MPI_Comm c)
{
    LIFTED_TWO(out, lift(out, n, t), in, lift_list(in, around(c).in, m, d, u, NULL),
               MPI_Neighbor_allgatherv(o, n, t, i, m, d, u, c));
}
static inline int device_neighbor_alltoall(const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u,
                                           MPI_Comm c)
{
    struct around all = around(c);
    LIFTED_TWO(out, lift(out, (MPI_Aint)n * all.out, t), in, lift(in, (MPI_Aint)m * all.in, u),
               MPI_Neighbor_alltoall(o, n, t, i, m, u, c));
}
static inline int device_neighbor_alltoallv(const void* out, const int* n, const int* d, MPI_Datatype t, void* in,
                                            const int* m, const int* e, MPI_Datatype u, MPI_Comm c)
{
    struct around all = around(c);
    LIFTED_TWO(out, lift_list(out, all.out, n, d, t, NULL), in, lift_list(in, all.in, m, e, u, NULL),
               MPI_Neighbor_alltoallv(o, n, d, t, i, m, e, u, c));
}
static inline int device_neighbor_alltoallw(const void* out, const int* n, const MPI_Aint* d, const MPI_Datatype* t,
                                            void* in, const int* m, const MPI_Aint* e, const MPI_Datatype* u,
                                            MPI_Comm c)
{
    struct around all = around(c);
    LIFTED_TWO(out, lift_far_list(out, all.out, n, d, t), in, lift_far_list(in, all.in, m, e, u),
               MPI_Neighbor_alltoallw(o, n, d, t, i, m, e, u, c));
}

#endif

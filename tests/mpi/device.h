/* SPDX-License-Identifier: BSD-3-Clause */
/* Included before a test program: the buffers of every collective of it lie in memory of a device, managed memory,
 * pinned memory or where they were, by turns and on each rank otherwise. They are copied there before the call and back
 * afterwards, gaps and all, by the driver that is there: libcuda.so.1, of a GPU or the test double. */
#ifndef HOCKET_TESTS_MPI_DEVICE_H
#define HOCKET_TESTS_MPI_DEVICE_H

#include "device_memory.h"
#include <mpi.h>

/* Everything between the first and the last byte of a buffer, on the host and where it went. */
struct lifted {
    char* low;
    size_t size;
    void *there, *at; /* at: what takes the buffer's place in the call */
};

struct span {
    MPI_Aint low, high;
};

static inline void span_add(struct span* all, MPI_Aint offset, MPI_Aint n, MPI_Datatype type)
{
    MPI_Aint low, extent, first, length;
    if (n <= 0 || type == MPI_DATATYPE_NULL) return;
    MPI_Type_get_extent(type, &low, &extent);
    MPI_Type_get_true_extent(type, &first, &length);
    if (length == 0) return;
    MPI_Aint begin = offset + first, last = begin + (n - 1) * extent;
    MPI_Aint from = begin < last ? begin : last, to = (begin < last ? last : begin) + length;
    int empty = all->low == all->high;
    if (empty || from < all->low) all->low = from;
    if (empty || to > all->high) all->high = to;
}

static inline struct lifted lift_span(const void* buffer, struct span all)
{
    static unsigned turn;
    struct lifted made = {NULL, 0, NULL, (void*)buffer};
    int rank;
    if (!buffer || buffer == MPI_IN_PLACE || all.low == all.high) return made;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    made.low = (char*)buffer + all.low;
    made.size = (size_t)(all.high - all.low);
#ifdef HOCKET_TESTS_ONE_KIND
    made.there = device_take(made.low, made.size, HOCKET_TESTS_ONE_KIND);
    (void)turn;
#else
    made.there = device_take(made.low, made.size, (int)((turn++ + (unsigned)rank) % 4));
#endif
    if (made.there) made.at = (char*)made.there - all.low;
    return made;
}

static inline struct lifted lift(const void* buffer, MPI_Aint n, MPI_Datatype type)
{
    struct span all = {0, 0};
    if (buffer && buffer != MPI_IN_PLACE) span_add(&all, 0, n, type);
    return lift_span(buffer, all);
}

/* `types` or the one type, whose extent is the unit of offsets. */
static inline struct lifted lift_list(const void* buffer, int blocks, const int* counts, const int* offsets,
                                      MPI_Datatype one, const MPI_Datatype* types)
{
    struct span all = {0, 0};
    MPI_Aint low, unit = 1;
    if (!buffer || buffer == MPI_IN_PLACE || !counts || !offsets) return lift_span(NULL, all);
    if (!types) MPI_Type_get_extent(one, &low, &unit);
    for (int i = 0; i < blocks; ++i) span_add(&all, offsets[i] * unit, counts[i], types ? types[i] : one);
    return lift_span(buffer, all);
}

static inline void put_back(struct lifted* one)
{
    if (one->there) device_give(one->low, one->there, one->size);
}

static inline int ranks_of(MPI_Comm comm)
{
    int n;
    MPI_Comm_size(comm, &n);
    return n;
}
static inline int rank_of(MPI_Comm comm)
{
    int n;
    MPI_Comm_rank(comm, &n);
    return n;
}
static inline MPI_Aint sum_of(const int* counts, int n)
{
    MPI_Aint all = 0;
    for (int i = 0; i < n; ++i) all += counts[i];
    return all;
}

/* A buffer of no block has its own address. */
static inline void* address(const struct lifted* one, const void* otherwise)
{
    return one->there ? one->at : (void*)otherwise;
}

#define LIFTED_TWO(out, a, in, b, call)                                                                                \
    struct lifted from = a, to = b;                                                                                    \
    const void* o = address(&from, out);                                                                               \
    void* i = address(&to, in);                                                                                        \
    int code = call;                                                                                                   \
    put_back(&from);                                                                                                   \
    put_back(&to);                                                                                                     \
    return code

static inline int device_bcast(void* in, int n, MPI_Datatype t, int root, MPI_Comm c)
{
    struct lifted to = lift(in, n, t);
    int code = MPI_Bcast(address(&to, in), n, t, root, c);
    put_back(&to);
    return code;
}
static inline int device_gather(const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u, int root,
                                MPI_Comm c)
{
    void* all = rank_of(c) == root ? in : NULL;
    LIFTED_TWO(out, lift(out, n, t), in, lift(all, (MPI_Aint)m * ranks_of(c), u),
               MPI_Gather(o, n, t, i, m, u, root, c));
}
static inline int device_gatherv(const void* out, int n, MPI_Datatype t, void* in, const int* m, const int* d,
                                 MPI_Datatype u, int root, MPI_Comm c)
{
    void* all = rank_of(c) == root ? in : NULL;
    LIFTED_TWO(out, lift(out, n, t), in, lift_list(all, ranks_of(c), m, d, u, NULL),
               MPI_Gatherv(o, n, t, i, m, d, u, root, c));
}
static inline int device_scatter(const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u, int root,
                                 MPI_Comm c)
{
    const void* all = rank_of(c) == root ? out : NULL;
    LIFTED_TWO(out, lift(all, (MPI_Aint)n * ranks_of(c), t), in, lift(in, m, u),
               MPI_Scatter(o, n, t, i, m, u, root, c));
}
static inline int device_scatterv(const void* out, const int* n, const int* d, MPI_Datatype t, void* in, int m,
                                  MPI_Datatype u, int root, MPI_Comm c)
{
    const void* all = rank_of(c) == root ? out : NULL;
    LIFTED_TWO(out, lift_list(all, ranks_of(c), n, d, t, NULL), in, lift(in, m, u),
               MPI_Scatterv(o, n, d, t, i, m, u, root, c));
}
static inline int device_allgather(const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u, MPI_Comm c)
{
    LIFTED_TWO(out, lift(out, n, t), in, lift(in, (MPI_Aint)m * ranks_of(c), u), MPI_Allgather(o, n, t, i, m, u, c));
}
static inline int device_allgatherv(const void* out, int n, MPI_Datatype t, void* in, const int* m, const int* d,
                                    MPI_Datatype u, MPI_Comm c)
{
    LIFTED_TWO(out, lift(out, n, t), in, lift_list(in, ranks_of(c), m, d, u, NULL),
               MPI_Allgatherv(o, n, t, i, m, d, u, c));
}
static inline int device_alltoall(const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u, MPI_Comm c)
{
    MPI_Aint p = ranks_of(c);
    LIFTED_TWO(out, lift(out, n * p, t), in, lift(in, m * p, u), MPI_Alltoall(o, n, t, i, m, u, c));
}
static inline int device_alltoallv(const void* out, const int* n, const int* d, MPI_Datatype t, void* in, const int* m,
                                   const int* e, MPI_Datatype u, MPI_Comm c)
{
    int p = ranks_of(c);
    LIFTED_TWO(out, lift_list(out, p, n, d, t, NULL), in, lift_list(in, p, m, e, u, NULL),
               MPI_Alltoallv(o, n, d, t, i, m, e, u, c));
}
static inline int device_alltoallw(const void* out, const int* n, const int* d, const MPI_Datatype* t, void* in,
                                   const int* m, const int* e, const MPI_Datatype* u, MPI_Comm c)
{
    int p = ranks_of(c);
    LIFTED_TWO(out, lift_list(out, p, n, d, MPI_BYTE, t), in, lift_list(in, p, m, e, MPI_BYTE, u),
               MPI_Alltoallw(o, n, d, t, i, m, e, u, c));
}
static inline int device_reduce(const void* out, void* in, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm c)
{
    void* result = rank_of(c) == root ? in : NULL;
    LIFTED_TWO(out, lift(out, n, t), in, lift(result, n, t), MPI_Reduce(o, i, n, t, op, root, c));
}
static inline int device_reduce_scatter_block(const void* out, void* in, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c)
{
    MPI_Aint p = ranks_of(c);
    LIFTED_TWO(out, lift(out, n * p, t), in, lift(in, out == MPI_IN_PLACE ? n * p : n, t),
               MPI_Reduce_scatter_block(o, i, n, t, op, c));
}
static inline int device_reduce_scatter(const void* out, void* in, const int* n, MPI_Datatype t, MPI_Op op, MPI_Comm c)
{
    MPI_Aint all = n ? sum_of(n, ranks_of(c)) : 0;
    MPI_Aint mine = n ? n[rank_of(c)] : 0;
    LIFTED_TWO(out, lift(out, all, t), in, lift(in, out == MPI_IN_PLACE ? all : mine, t),
               MPI_Reduce_scatter(o, i, n, t, op, c));
}
#define LIFTED_REDUCTION(name, function)                                                                               \
    static inline int name(const void* out, void* in, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c)                    \
    {                                                                                                                  \
        LIFTED_TWO(out, lift(out, n, t), in, lift(in, n, t), function(o, i, n, t, op, c));                             \
    }
LIFTED_REDUCTION(device_allreduce, MPI_Allreduce)
LIFTED_REDUCTION(device_scan, MPI_Scan)
LIFTED_REDUCTION(device_exscan, MPI_Exscan)

#include "device_neighbors.h"

#include "device_names.h"

#endif

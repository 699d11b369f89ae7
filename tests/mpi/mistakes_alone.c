/* SPDX-License-Identifier: BSD-3-Clause */
/* mistakes_alone [NAME]: mistakes that one rank makes, can see and is told of by its library at once, each in the first
 * call on a communicator. Nobody else calls, so whoever wants to agree with the others first hangs. Prints lines that
 * must not depend on Hocket's being there. With a NAME: that mistake, also where the library does not refuse it. */
#include <mpi.h>

enum { most = 16 };
static int a[most], b[most];
static int counts[most] = {1, 1, 1, 1, 1, 1, 1, 1}, bad[most] = {-1, 1, 1, 1, 1, 1, 1, 1}, offsets[most];
static MPI_Datatype gaps;

#define INT_1 1, MPI_INT
#define MISTAKES(X)                                                                                                    \
    X(by_ompi, bcast_in_place, MPI_Bcast(MPI_IN_PLACE, INT_1, 0, comm))                                                \
    X(by_both, bcast_negative, MPI_Bcast(a, -1, MPI_INT, 0, comm))                                                     \
    X(by_mpich, bcast_null, MPI_Bcast(NULL, INT_1, 0, comm))                                                           \
    X(by_mpich, bcast_null_with_gaps, MPI_Bcast(NULL, 1, gaps, 0, comm))                                               \
    X(by_both, gather_negative, MPI_Gather(a, -1, MPI_INT, b, INT_1, 0, comm))                                         \
    X(by_both, gather_negative_blocks, MPI_Gather(a, INT_1, b, -1, MPI_INT, 0, comm))                                  \
    X(by_mpich, gather_null, MPI_Gather(NULL, INT_1, b, INT_1, 0, comm))                                               \
    X(by_mpich, gather_null_blocks, MPI_Gather(a, INT_1, NULL, INT_1, 0, comm))                                        \
    X(by_both, gather_in_place_blocks, MPI_Gather(a, INT_1, MPI_IN_PLACE, INT_1, 0, comm))                             \
    X(by_ompi, gather_in_place_elsewhere, MPI_Gather(MPI_IN_PLACE, INT_1, b, INT_1, 1, comm))                          \
    X(by_mpich, gather_same, MPI_Gather(a, INT_1, a, INT_1, 0, comm))                                                  \
    X(by_both, gatherv_negative, MPI_Gatherv(a, INT_1, b, bad, offsets, MPI_INT, 0, comm))                             \
    X(by_mpich, gatherv_null_blocks, MPI_Gatherv(a, INT_1, NULL, counts, offsets, MPI_INT, 0, comm))                   \
    X(by_ompi, gatherv_no_offsets, MPI_Gatherv(a, INT_1, b, counts, NULL, MPI_INT, 0, comm))                           \
    X(by_both, gatherv_in_place_blocks, MPI_Gatherv(a, INT_1, MPI_IN_PLACE, counts, offsets, MPI_INT, 0, comm))        \
    X(by_mpich, gatherv_same, MPI_Gatherv(a, INT_1, a, counts, offsets, MPI_INT, 0, comm))                             \
    X(by_both, scatter_negative, MPI_Scatter(a, INT_1, b, -1, MPI_INT, 0, comm))                                       \
    X(by_mpich, scatter_negative_blocks, MPI_Scatter(a, -1, MPI_INT, b, INT_1, 0, comm))                               \
    X(by_mpich, scatter_null_blocks, MPI_Scatter(NULL, INT_1, b, INT_1, 0, comm))                                      \
    X(by_both, scatter_in_place_blocks, MPI_Scatter(MPI_IN_PLACE, INT_1, b, INT_1, 0, comm))                           \
    X(by_ompi, scatter_in_place_elsewhere, MPI_Scatter(a, INT_1, MPI_IN_PLACE, INT_1, 1, comm))                        \
    X(by_mpich, scatter_same, MPI_Scatter(a, INT_1, a, INT_1, 0, comm))                                                \
    X(by_both, scatterv_negative, MPI_Scatterv(a, bad, offsets, MPI_INT, b, INT_1, 0, comm))                           \
    X(by_mpich, scatterv_null_blocks, MPI_Scatterv(NULL, counts, offsets, MPI_INT, b, INT_1, 0, comm))                 \
    X(by_mpich, scatterv_same, MPI_Scatterv(a, counts, offsets, MPI_INT, a, INT_1, 0, comm))                           \
    X(by_both, allgather_negative, MPI_Allgather(a, -1, MPI_INT, b, INT_1, comm))                                      \
    X(by_mpich, allgather_null_blocks, MPI_Allgather(a, INT_1, NULL, INT_1, comm))                                     \
    X(by_both, allgather_in_place_blocks, MPI_Allgather(a, INT_1, MPI_IN_PLACE, INT_1, comm))                          \
    X(by_mpich, allgather_same, MPI_Allgather(a, INT_1, a, INT_1, comm))                                               \
    X(by_mpich, allgatherv_negative, MPI_Allgatherv(a, INT_1, b, bad, offsets, MPI_INT, comm))                         \
    X(by_mpich, allgatherv_null_blocks, MPI_Allgatherv(a, INT_1, NULL, counts, offsets, MPI_INT, comm))                \
    X(by_mpich, allgatherv_same, MPI_Allgatherv(a, INT_1, a, counts, offsets, MPI_INT, comm))                          \
    X(by_ompi, reduce_negative, MPI_Reduce(a, b, -1, MPI_INT, MPI_SUM, 0, comm))                                       \
    X(by_mpich, reduce_null, MPI_Reduce(NULL, b, INT_1, MPI_SUM, 0, comm))                                             \
    X(by_mpich, reduce_null_result, MPI_Reduce(a, NULL, INT_1, MPI_SUM, 0, comm))                                      \
    X(by_both, reduce_in_place_result, MPI_Reduce(a, MPI_IN_PLACE, INT_1, MPI_SUM, 0, comm))                           \
    X(by_ompi, reduce_in_place_elsewhere, MPI_Reduce(MPI_IN_PLACE, b, INT_1, MPI_SUM, 1, comm))                        \
    X(by_both, reduce_same, MPI_Reduce(a, a, INT_1, MPI_SUM, 0, comm))                                                 \
    X(by_both, reduce_made_type, MPI_Reduce(a, b, 1, gaps, MPI_SUM, 0, comm))                                          \
    X(by_ompi, allreduce_negative, MPI_Allreduce(a, b, -1, MPI_INT, MPI_SUM, comm))                                    \
    X(by_mpich, allreduce_null, MPI_Allreduce(NULL, b, INT_1, MPI_SUM, comm))                                          \
    X(by_both, allreduce_in_place_result, MPI_Allreduce(a, MPI_IN_PLACE, INT_1, MPI_SUM, comm))                        \
    X(by_mpich, allreduce_same, MPI_Allreduce(a, a, INT_1, MPI_SUM, comm))                                             \
    X(by_both, allreduce_same_two, MPI_Allreduce(a, a, 2, MPI_INT, MPI_SUM, comm))                                     \
    X(by_ompi, reduce_scatter_block_negative, MPI_Reduce_scatter_block(a, b, -1, MPI_INT, MPI_SUM, comm))              \
    X(by_mpich, reduce_scatter_block_same, MPI_Reduce_scatter_block(a, a, INT_1, MPI_SUM, comm))                       \
    X(by_both, reduce_scatter_negative, MPI_Reduce_scatter(a, b, bad, MPI_INT, MPI_SUM, comm))                         \
    X(by_mpich, reduce_scatter_same, MPI_Reduce_scatter(a, a, counts, MPI_INT, MPI_SUM, comm))                         \
    X(by_ompi, scan_negative, MPI_Scan(a, b, -1, MPI_INT, MPI_SUM, comm))                                              \
    X(by_both, scan_in_place_result, MPI_Scan(a, MPI_IN_PLACE, INT_1, MPI_SUM, comm))                                  \
    X(by_mpich, scan_same, MPI_Scan(a, a, INT_1, MPI_SUM, comm))                                                       \
    X(by_ompi, exscan_negative, MPI_Exscan(a, b, -1, MPI_INT, MPI_SUM, comm))                                          \
    X(by_mpich, exscan_same, MPI_Exscan(a, a, INT_1, MPI_SUM, comm))

#include "mistakes.h"

int main(int argc, char** argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(2, 1, 2, MPI_INT, &gaps);
    MPI_Type_commit(&gaps);
    make_mistakes(argc > 1 ? argv[1] : NULL, 0);
    MPI_Type_free(&gaps);
    MPI_Finalize();
    if (rank == 0) puts("ok");
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Included before a test program: every collective of it becomes its nonblocking form, or its persistent one, and the
 * end of that, which is heard of by turns in each way that MPI has. */
#ifndef HOCKET_TESTS_MPI_NONBLOCKING_H
#define HOCKET_TESTS_MPI_NONBLOCKING_H

#include "init_names.h"

static MPI_Request nonblocking_request;

static inline int nonblocking_tested(int with_status)
{
    MPI_Status status;
    int code = MPI_SUCCESS;
    for (int done = 0; code == MPI_SUCCESS && !done;)
        code = MPI_Test(&nonblocking_request, &done, with_status ? &status : MPI_STATUS_IGNORE);
    return code;
}

static inline int nonblocking_asked(void)
{
    int code = MPI_SUCCESS;
    for (int done = 0; code == MPI_SUCCESS && !done;)
        code = MPI_Request_get_status(nonblocking_request, &done, MPI_STATUS_IGNORE);
    return code == MPI_SUCCESS ? MPI_Wait(&nonblocking_request, MPI_STATUS_IGNORE) : code;
}

static inline int nonblocking_end(int code)
{
    static unsigned turn;
    int index, found;
    MPI_Status status;
    if (code != MPI_SUCCESS) return code;
    switch (turn++ % 7) {
    case 0: return MPI_Wait(&nonblocking_request, MPI_STATUS_IGNORE);
    case 1: return nonblocking_tested(1);
    case 2: return MPI_Waitall(1, &nonblocking_request, MPI_STATUSES_IGNORE);
    case 3: return MPI_Waitany(1, &nonblocking_request, &index, &status);
    case 4: return MPI_Waitsome(1, &nonblocking_request, &found, &index, MPI_STATUSES_IGNORE);
    case 5: return nonblocking_asked();
    default: return nonblocking_tested(0);
    }
}

#ifdef HOCKET_PERSISTENT
/* Before it is started, a wait for it is over at once. */
static inline int persistent_run(int code)
{
    static unsigned turn;
    int done = 0;
    if (code != MPI_SUCCESS) return code;
    if (turn % 3 == 0) MPI_Test(&nonblocking_request, &done, MPI_STATUS_IGNORE);
    if (turn % 3 == 0 && !done) MPI_Abort(MPI_COMM_WORLD, 7);
    code = turn++ % 2 ? MPI_Start(&nonblocking_request) : MPI_Startall(1, &nonblocking_request);
    code = nonblocking_end(code);
    int freed = MPI_Request_free(&nonblocking_request);
    return code == MPI_SUCCESS ? freed : code;
}

#define HOCKET_ENDED(once, again, ...) persistent_run(again(__VA_ARGS__, MPI_INFO_NULL, &nonblocking_request))
#else
#define HOCKET_ENDED(once, again, ...) nonblocking_end(once(__VA_ARGS__, &nonblocking_request))
#endif
#define MPI_Barrier(...) HOCKET_ENDED(MPI_Ibarrier, MPI_Barrier_init, __VA_ARGS__)
#define MPI_Bcast(...) HOCKET_ENDED(MPI_Ibcast, MPI_Bcast_init, __VA_ARGS__)
#define MPI_Bcast_c(...) HOCKET_ENDED(MPI_Ibcast_c, MPI_Bcast_init_c, __VA_ARGS__)
#define MPI_Gather(...) HOCKET_ENDED(MPI_Igather, MPI_Gather_init, __VA_ARGS__)
#define MPI_Gather_c(...) HOCKET_ENDED(MPI_Igather_c, MPI_Gather_init_c, __VA_ARGS__)
#define MPI_Gatherv(...) HOCKET_ENDED(MPI_Igatherv, MPI_Gatherv_init, __VA_ARGS__)
#define MPI_Gatherv_c(...) HOCKET_ENDED(MPI_Igatherv_c, MPI_Gatherv_init_c, __VA_ARGS__)
#define MPI_Scatter(...) HOCKET_ENDED(MPI_Iscatter, MPI_Scatter_init, __VA_ARGS__)
#define MPI_Scatter_c(...) HOCKET_ENDED(MPI_Iscatter_c, MPI_Scatter_init_c, __VA_ARGS__)
#define MPI_Scatterv(...) HOCKET_ENDED(MPI_Iscatterv, MPI_Scatterv_init, __VA_ARGS__)
#define MPI_Scatterv_c(...) HOCKET_ENDED(MPI_Iscatterv_c, MPI_Scatterv_init_c, __VA_ARGS__)
#define MPI_Allgather(...) HOCKET_ENDED(MPI_Iallgather, MPI_Allgather_init, __VA_ARGS__)
#define MPI_Allgather_c(...) HOCKET_ENDED(MPI_Iallgather_c, MPI_Allgather_init_c, __VA_ARGS__)
#define MPI_Allgatherv(...) HOCKET_ENDED(MPI_Iallgatherv, MPI_Allgatherv_init, __VA_ARGS__)
#define MPI_Allgatherv_c(...) HOCKET_ENDED(MPI_Iallgatherv_c, MPI_Allgatherv_init_c, __VA_ARGS__)
#define MPI_Reduce(...) HOCKET_ENDED(MPI_Ireduce, MPI_Reduce_init, __VA_ARGS__)
#define MPI_Reduce_c(...) HOCKET_ENDED(MPI_Ireduce_c, MPI_Reduce_init_c, __VA_ARGS__)
#define MPI_Allreduce(...) HOCKET_ENDED(MPI_Iallreduce, MPI_Allreduce_init, __VA_ARGS__)
#define MPI_Allreduce_c(...) HOCKET_ENDED(MPI_Iallreduce_c, MPI_Allreduce_init_c, __VA_ARGS__)
#define MPI_Reduce_scatter_block(...)                                                                                  \
    HOCKET_ENDED(MPI_Ireduce_scatter_block, MPI_Reduce_scatter_block_init, __VA_ARGS__)
#define MPI_Reduce_scatter_block_c(...)                                                                                \
    HOCKET_ENDED(MPI_Ireduce_scatter_block_c, MPI_Reduce_scatter_block_init_c, __VA_ARGS__)
#define MPI_Reduce_scatter(...) HOCKET_ENDED(MPI_Ireduce_scatter, MPI_Reduce_scatter_init, __VA_ARGS__)
#define MPI_Reduce_scatter_c(...) HOCKET_ENDED(MPI_Ireduce_scatter_c, MPI_Reduce_scatter_init_c, __VA_ARGS__)
#define MPI_Scan(...) HOCKET_ENDED(MPI_Iscan, MPI_Scan_init, __VA_ARGS__)
#define MPI_Scan_c(...) HOCKET_ENDED(MPI_Iscan_c, MPI_Scan_init_c, __VA_ARGS__)
#define MPI_Exscan(...) HOCKET_ENDED(MPI_Iexscan, MPI_Exscan_init, __VA_ARGS__)
#define MPI_Exscan_c(...) HOCKET_ENDED(MPI_Iexscan_c, MPI_Exscan_init_c, __VA_ARGS__)
#define MPI_Alltoall(...) HOCKET_ENDED(MPI_Ialltoall, MPI_Alltoall_init, __VA_ARGS__)
#define MPI_Alltoall_c(...) HOCKET_ENDED(MPI_Ialltoall_c, MPI_Alltoall_init_c, __VA_ARGS__)
#define MPI_Alltoallv(...) HOCKET_ENDED(MPI_Ialltoallv, MPI_Alltoallv_init, __VA_ARGS__)
#define MPI_Alltoallv_c(...) HOCKET_ENDED(MPI_Ialltoallv_c, MPI_Alltoallv_init_c, __VA_ARGS__)
#define MPI_Alltoallw(...) HOCKET_ENDED(MPI_Ialltoallw, MPI_Alltoallw_init, __VA_ARGS__)
#define MPI_Alltoallw_c(...) HOCKET_ENDED(MPI_Ialltoallw_c, MPI_Alltoallw_init_c, __VA_ARGS__)
#define MPI_Neighbor_allgather(...) HOCKET_ENDED(MPI_Ineighbor_allgather, MPI_Neighbor_allgather_init, __VA_ARGS__)
#define MPI_Neighbor_allgatherv(...) HOCKET_ENDED(MPI_Ineighbor_allgatherv, MPI_Neighbor_allgatherv_init, __VA_ARGS__)
#define MPI_Neighbor_alltoall(...) HOCKET_ENDED(MPI_Ineighbor_alltoall, MPI_Neighbor_alltoall_init, __VA_ARGS__)
#define MPI_Neighbor_alltoallv(...) HOCKET_ENDED(MPI_Ineighbor_alltoallv, MPI_Neighbor_alltoallv_init, __VA_ARGS__)
#define MPI_Neighbor_alltoallw(...) HOCKET_ENDED(MPI_Ineighbor_alltoallw, MPI_Neighbor_alltoallw_init, __VA_ARGS__)

#endif

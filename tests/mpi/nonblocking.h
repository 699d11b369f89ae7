/* SPDX-License-Identifier: BSD-3-Clause */
/* Included before a test program: every collective of it becomes its nonblocking form and the end of that, which is
 * heard of by turns in each way that MPI has. */
#ifndef HOCKET_TESTS_MPI_NONBLOCKING_H
#define HOCKET_TESTS_MPI_NONBLOCKING_H

#include <mpi.h>

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

#define HOCKET_ENDED(call, ...) nonblocking_end(call(__VA_ARGS__, &nonblocking_request))
#define MPI_Barrier(...) HOCKET_ENDED(MPI_Ibarrier, __VA_ARGS__)
#define MPI_Bcast(...) HOCKET_ENDED(MPI_Ibcast, __VA_ARGS__)
#define MPI_Bcast_c(...) HOCKET_ENDED(MPI_Ibcast_c, __VA_ARGS__)
#define MPI_Gather(...) HOCKET_ENDED(MPI_Igather, __VA_ARGS__)
#define MPI_Gather_c(...) HOCKET_ENDED(MPI_Igather_c, __VA_ARGS__)
#define MPI_Gatherv(...) HOCKET_ENDED(MPI_Igatherv, __VA_ARGS__)
#define MPI_Gatherv_c(...) HOCKET_ENDED(MPI_Igatherv_c, __VA_ARGS__)
#define MPI_Scatter(...) HOCKET_ENDED(MPI_Iscatter, __VA_ARGS__)
#define MPI_Scatter_c(...) HOCKET_ENDED(MPI_Iscatter_c, __VA_ARGS__)
#define MPI_Scatterv(...) HOCKET_ENDED(MPI_Iscatterv, __VA_ARGS__)
#define MPI_Scatterv_c(...) HOCKET_ENDED(MPI_Iscatterv_c, __VA_ARGS__)
#define MPI_Allgather(...) HOCKET_ENDED(MPI_Iallgather, __VA_ARGS__)
#define MPI_Allgather_c(...) HOCKET_ENDED(MPI_Iallgather_c, __VA_ARGS__)
#define MPI_Allgatherv(...) HOCKET_ENDED(MPI_Iallgatherv, __VA_ARGS__)
#define MPI_Allgatherv_c(...) HOCKET_ENDED(MPI_Iallgatherv_c, __VA_ARGS__)
#define MPI_Reduce(...) HOCKET_ENDED(MPI_Ireduce, __VA_ARGS__)
#define MPI_Reduce_c(...) HOCKET_ENDED(MPI_Ireduce_c, __VA_ARGS__)
#define MPI_Allreduce(...) HOCKET_ENDED(MPI_Iallreduce, __VA_ARGS__)
#define MPI_Allreduce_c(...) HOCKET_ENDED(MPI_Iallreduce_c, __VA_ARGS__)
#define MPI_Reduce_scatter_block(...) HOCKET_ENDED(MPI_Ireduce_scatter_block, __VA_ARGS__)
#define MPI_Reduce_scatter_block_c(...) HOCKET_ENDED(MPI_Ireduce_scatter_block_c, __VA_ARGS__)
#define MPI_Reduce_scatter(...) HOCKET_ENDED(MPI_Ireduce_scatter, __VA_ARGS__)
#define MPI_Reduce_scatter_c(...) HOCKET_ENDED(MPI_Ireduce_scatter_c, __VA_ARGS__)
#define MPI_Scan(...) HOCKET_ENDED(MPI_Iscan, __VA_ARGS__)
#define MPI_Scan_c(...) HOCKET_ENDED(MPI_Iscan_c, __VA_ARGS__)
#define MPI_Exscan(...) HOCKET_ENDED(MPI_Iexscan, __VA_ARGS__)
#define MPI_Exscan_c(...) HOCKET_ENDED(MPI_Iexscan_c, __VA_ARGS__)
#define MPI_Alltoall(...) HOCKET_ENDED(MPI_Ialltoall, __VA_ARGS__)
#define MPI_Alltoall_c(...) HOCKET_ENDED(MPI_Ialltoall_c, __VA_ARGS__)
#define MPI_Alltoallv(...) HOCKET_ENDED(MPI_Ialltoallv, __VA_ARGS__)
#define MPI_Alltoallv_c(...) HOCKET_ENDED(MPI_Ialltoallv_c, __VA_ARGS__)
#define MPI_Alltoallw(...) HOCKET_ENDED(MPI_Ialltoallw, __VA_ARGS__)
#define MPI_Alltoallw_c(...) HOCKET_ENDED(MPI_Ialltoallw_c, __VA_ARGS__)

#endif

// SPDX-License-Identifier: BSD-3-Clause
// What runs behind each symbol of the door.
#pragma once
#include "transports/mpi/mpi.hpp"

namespace hocket::handle {

// start.cpp
int Init(int* argc, char*** argv);
int Init_thread(int* argc, char*** argv, int required, int* provided);
int Session_init(MPI_Info info, MPI_Errhandler errors, MPI_Session* session);
// finish.cpp
int Finalize();
int Session_finalize(MPI_Session* session);
int Comm_free(MPI_Comm* comm);
int Comm_disconnect(MPI_Comm* comm);
// info.cpp
int Comm_set_info(MPI_Comm comm, MPI_Info info);
int Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* made);
int Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* made);
int Comm_create_from_group(MPI_Group group, const char* tag, MPI_Info info, MPI_Errhandler errors, MPI_Comm* made);
// bcast.cpp
int Bcast(void* at, int count, MPI_Datatype type, int root, MPI_Comm comm);
int Bcast_c(void* at, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm);
// gather.cpp
int Gather(const void* from, int n, MPI_Datatype type, void* to, int each, MPI_Datatype as, int root, MPI_Comm comm);
int Gather_c(const void* from, MPI_Count n, MPI_Datatype type, void* to, MPI_Count each, MPI_Datatype as, int root,
             MPI_Comm comm);
int Gatherv(const void* from, int n, MPI_Datatype type, void* to, const int* counts, const int* offsets,
            MPI_Datatype as, int root, MPI_Comm comm);
int Gatherv_c(const void* from, MPI_Count n, MPI_Datatype type, void* to, const MPI_Count* counts,
              const MPI_Aint* offsets, MPI_Datatype as, int root, MPI_Comm comm);
// scatter.cpp
int Scatter(const void* from, int each, MPI_Datatype as, void* to, int n, MPI_Datatype type, int root, MPI_Comm comm);
int Scatter_c(const void* from, MPI_Count each, MPI_Datatype as, void* to, MPI_Count n, MPI_Datatype type, int root,
              MPI_Comm comm);
int Scatterv(const void* from, const int* counts, const int* offsets, MPI_Datatype as, void* to, int n,
             MPI_Datatype type, int root, MPI_Comm comm);
int Scatterv_c(const void* from, const MPI_Count* counts, const MPI_Aint* offsets, MPI_Datatype as, void* to,
               MPI_Count n, MPI_Datatype type, int root, MPI_Comm comm);
// barrier.cpp
int Barrier(MPI_Comm comm);
// allgather.cpp
int Allgather(const void* from, int n, MPI_Datatype type, void* to, int each, MPI_Datatype as, MPI_Comm comm);
int Allgather_c(const void* from, MPI_Count n, MPI_Datatype type, void* to, MPI_Count each, MPI_Datatype as,
                MPI_Comm comm);
int Allgatherv(const void* from, int n, MPI_Datatype type, void* to, const int* counts, const int* offsets,
               MPI_Datatype as, MPI_Comm comm);
int Allgatherv_c(const void* from, MPI_Count n, MPI_Datatype type, void* to, const MPI_Count* counts,
                 const MPI_Aint* offsets, MPI_Datatype as, MPI_Comm comm);
// reductions.cpp
int Reduce(const void* from, void* to, int n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm);
int Reduce_c(const void* from, void* to, MPI_Count n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm);
int Allreduce(const void* from, void* to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int Allreduce_c(const void* from, void* to, MPI_Count n, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int Reduce_scatter_block(const void* from, void* to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int Reduce_scatter_block_c(const void* from, void* to, MPI_Count n, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int Reduce_scatter(const void* from, void* to, const int* counts, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int Reduce_scatter_c(const void* from, void* to, const MPI_Count* counts, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int Scan(const void* from, void* to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int Scan_c(const void* from, void* to, MPI_Count n, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int Exscan(const void* from, void* to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int Exscan_c(const void* from, void* to, MPI_Count n, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
// alltoall.cpp
int Alltoall(const void* from, int n, MPI_Datatype type, void* to, int each, MPI_Datatype as, MPI_Comm comm);
int Alltoall_c(const void* from, MPI_Count n, MPI_Datatype type, void* to, MPI_Count each, MPI_Datatype as,
               MPI_Comm comm);
int Alltoallv(const void* from, const int* counts, const int* offsets, MPI_Datatype type, void* to,
              const int* in_counts, const int* in_offsets, MPI_Datatype as, MPI_Comm comm);
int Alltoallv_c(const void* from, const MPI_Count* counts, const MPI_Aint* offsets, MPI_Datatype type, void* to,
                const MPI_Count* in_counts, const MPI_Aint* in_offsets, MPI_Datatype as, MPI_Comm comm);
int Alltoallw(const void* from, const int* counts, const int* offsets, const MPI_Datatype* types, void* to,
              const int* in_counts, const int* in_offsets, const MPI_Datatype* in_types, MPI_Comm comm);
int Alltoallw_c(const void* from, const MPI_Count* counts, const MPI_Aint* offsets, const MPI_Datatype* types, void* to,
                const MPI_Count* in_counts, const MPI_Aint* in_offsets, const MPI_Datatype* in_types, MPI_Comm comm);

} // namespace hocket::handle

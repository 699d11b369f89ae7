/* SPDX-License-Identifier: BSD-3-Clause */
/* From here on the names mean the forms of device.h, whatever they meant there. */
#undef MPI_Bcast
#undef MPI_Gather
#undef MPI_Gatherv
#undef MPI_Scatter
#undef MPI_Scatterv
#undef MPI_Allgather
#undef MPI_Allgatherv
#undef MPI_Alltoall
#undef MPI_Alltoallv
#undef MPI_Alltoallw
#undef MPI_Reduce
#undef MPI_Allreduce
#undef MPI_Reduce_scatter_block
#undef MPI_Reduce_scatter
#undef MPI_Scan
#undef MPI_Exscan
#undef MPI_Neighbor_allgather
#undef MPI_Neighbor_allgatherv
#undef MPI_Neighbor_alltoall
#undef MPI_Neighbor_alltoallv
#undef MPI_Neighbor_alltoallw
#define MPI_Bcast device_bcast
#define MPI_Gather device_gather
#define MPI_Gatherv device_gatherv
#define MPI_Scatter device_scatter
#define MPI_Scatterv device_scatterv
#define MPI_Allgather device_allgather
#define MPI_Allgatherv device_allgatherv
#define MPI_Alltoall device_alltoall
#define MPI_Alltoallv device_alltoallv
#define MPI_Alltoallw device_alltoallw
#define MPI_Reduce device_reduce
#define MPI_Allreduce device_allreduce
#define MPI_Reduce_scatter_block device_reduce_scatter_block
#define MPI_Reduce_scatter device_reduce_scatter
#define MPI_Scan device_scan
#define MPI_Exscan device_exscan
#define MPI_Neighbor_allgather device_neighbor_allgather
#define MPI_Neighbor_allgatherv device_neighbor_allgatherv
#define MPI_Neighbor_alltoall device_neighbor_alltoall
#define MPI_Neighbor_alltoallv device_neighbor_alltoallv
#define MPI_Neighbor_alltoallw device_neighbor_alltoallw

/* SPDX-License-Identifier: BSD-3-Clause */
/* Preloaded: a nonblocking bcast of 96 elements delivers nothing. */
#include <mpi.h>

int MPI_Ibcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm on, MPI_Request* made)
{
    if (count != 96) return PMPI_Ibcast(data, count, type, root, on, made);
    *made = MPI_REQUEST_NULL;
    return MPI_SUCCESS;
}

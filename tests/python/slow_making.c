/* SPDX-License-Identifier: BSD-3-Clause */
/* Preloaded: whoever makes a type, an operator, a communicator or a persistent collective waits for so long. A time
   that such a call was part of cannot be shorter. */
#include <mpi.h>
#include <unistd.h>

enum { long_us = 30000 };

int MPI_Type_commit(MPI_Datatype* type)
{
    usleep(long_us);
    return PMPI_Type_commit(type);
}

int MPI_Op_create(MPI_User_function* of, int commutes, MPI_Op* made)
{
    usleep(long_us);
    return PMPI_Op_create(of, commutes, made);
}

int MPI_Comm_split(MPI_Comm of, int color, int key, MPI_Comm* made)
{
    usleep(long_us);
    return PMPI_Comm_split(of, color, key, made);
}

int MPI_Bcast_init(void* data, int n, MPI_Datatype type, int root, MPI_Comm on, MPI_Info how, MPI_Request* made)
{
    usleep(long_us);
    return PMPI_Bcast_init(data, n, type, root, on, how, made);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* The last rank calls with another length than the root, gets an error, and leaves out what others call for next, as
 * their root or as one of them. These get an error, too, and nobody waits when communicators go. */
#include <mpi.h>
#include <stdio.h>

/* What the others call for: nothing, a broadcast of the last rank's, or a barrier, which is no multicast. */
static int next_call(int which, int last, void* data, MPI_Comm comm)
{
    if (which == 0) return MPI_SUCCESS;
    return which == 1 ? MPI_Bcast(data, 100, MPI_BYTE, last, comm) : MPI_Barrier(comm);
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks, silent = 0, all = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int c = 0; c < 6; ++c) {
        MPI_Comm apart;
        char data[100] = {0};
        MPI_Comm_dup(MPI_COMM_WORLD, &apart);
        MPI_Comm_set_errhandler(apart, MPI_ERRORS_RETURN);
        int wrong = rank == ranks - 1;
        int code = MPI_Bcast(data, wrong ? 50 : 100, MPI_BYTE, c % (ranks - 1), apart);
        if (wrong && code == MPI_SUCCESS) silent = 1;
        if (!wrong && c % 3 && next_call(c % 3, ranks - 1, data, apart) == MPI_SUCCESS) silent = 1;
        MPI_Comm_free(&apart);
    }
    MPI_Allreduce(&silent, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && !all) printf("ok\n");
    MPI_Finalize();
    return all != 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* The last rank calls with another length than the root, gets an error, and leaves out what others call for next, as
 * their root or as one of them. These get an error, too, and nobody waits when communicators go. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* What the others call for: nothing, a broadcast of the last rank's, a barrier, which is no multicast, or one that goes
 * on by itself. */
static int next_call(int which, int last, void* data, MPI_Comm comm)
{
    if (which == 0) return MPI_SUCCESS;
    if (which == 1) return MPI_Bcast(data, 100, MPI_BYTE, last, comm);
    if (which == 2) return MPI_Barrier(comm);
    MPI_Request later;
    int code = MPI_Ibcast(data, 100, MPI_BYTE, last, comm, &later);
    return code == MPI_SUCCESS ? MPI_Wait(&later, MPI_STATUS_IGNORE) : code;
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks, silent = 0, all = 0;
    int kinds = argc > 1 ? atoi(argv[1]) : 3; /* the fourth is the library's own where nothing carries it, and hangs */
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN); /* a request's own error is that of no communicator */
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    for (int c = 0; c < 2 * kinds; ++c) {
        MPI_Comm apart;
        char data[100] = {0};
        MPI_Comm_dup(MPI_COMM_WORLD, &apart);
        MPI_Comm_set_errhandler(apart, MPI_ERRORS_RETURN);
        int wrong = rank == ranks - 1;
        int code = MPI_Bcast(data, wrong ? 50 : 100, MPI_BYTE, c % (ranks - 1), apart);
        if (wrong && code == MPI_SUCCESS) silent = 1;
        if (!wrong && c % kinds && next_call(c % kinds, ranks - 1, data, apart) == MPI_SUCCESS) silent = 1;
        MPI_Comm_free(&apart);
    }
    MPI_Allreduce(&silent, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && !all) printf("ok\n");
    MPI_Finalize();
    return all != 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* The last rank calls with another length than the root, gets an error, and nobody waits for it when communicators go.
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks, silent = 0, all = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int c = 0; c < 3; ++c) {
        MPI_Comm apart;
        char data[100] = {0};
        MPI_Comm_dup(MPI_COMM_WORLD, &apart);
        MPI_Comm_set_errhandler(apart, MPI_ERRORS_RETURN);
        int wrong = rank == ranks - 1;
        int code = MPI_Bcast(data, wrong ? 50 : 100, MPI_BYTE, c, apart);
        if (wrong && code == MPI_SUCCESS) silent = 1;
        MPI_Comm_free(&apart);
    }
    MPI_Allreduce(&silent, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && !all) printf("ok\n");
    MPI_Finalize();
    return all != 0;
}

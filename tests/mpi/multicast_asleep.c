/* SPDX-License-Identifier: BSD-3-Clause */
/* multicast_asleep CALLS: roots of short broadcasts sleep for two seconds outside of MPI after each; how long did
 * others wait for the data? */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int calls = argc > 1 ? atoi(argv[1]) : 2, rank;
    double longest = 0, slowest = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int c = 0; c < calls; ++c) {
        char data[100] = {0};
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        MPI_Bcast(data, sizeof data, MPI_BYTE, 0, MPI_COMM_WORLD);
        double took = MPI_Wtime() - start;
        if (took > longest) longest = took;
        struct timespec time = {2, 0};
        if (rank == 0) nanosleep(&time, NULL);
    }
    MPI_Reduce(&longest, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0 && slowest < 1.5) printf("ok: longest %.0f ms\n", 1e3 * slowest);
    if (rank == 0 && slowest >= 1.5) fprintf(stderr, "somebody waited for %.0f ms\n", 1e3 * slowest);
    MPI_Finalize();
    return rank == 0 && slowest >= 1.5;
}

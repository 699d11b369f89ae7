/* SPDX-License-Identifier: BSD-3-Clause */
/* Two threads of every rank do the same work, which is told by a pointer to 0 or 1 which of them it is. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

static MPI_Comm parents[2]; /* one of either thread */

static int two_threads(int argc, char** argv, void* (*work)(void*))
{
    int given, rank, names[2] = {0, 1};
    pthread_t other;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &given);
    if (given < MPI_THREAD_MULTIPLE) return puts("skipped: no MPI_THREAD_MULTIPLE"), MPI_Finalize();
    for (int i = 0; i < 2; ++i) MPI_Comm_dup(MPI_COMM_WORLD, &parents[i]);
    pthread_create(&other, NULL, work, &names[0]);
    work(&names[1]);
    pthread_join(other, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 2; ++i) MPI_Comm_free(&parents[i]);
    MPI_Finalize();
    if (rank == 0) puts("ok");
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Broadcasts without end; after half a second the last rank is killed in the middle of one. */
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

static void die(int signal)
{
    (void)signal;
    kill(getpid(), SIGKILL);
}

int main(int argc, char** argv)
{
    enum { n = 4 << 20 };
    int rank, size;
    char* data = calloc(n, 1);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    struct itimerval soon = {.it_value = {0, 500000}};
    signal(SIGALRM, die);
    if (rank == size - 1) setitimer(ITIMER_REAL, &soon, NULL);
    for (;;) MPI_Bcast(data, n, MPI_CHAR, 0, MPI_COMM_WORLD);
}

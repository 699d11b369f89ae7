/* SPDX-License-Identifier: BSD-3-Clause */
/* multicast_left CALLS: after each short broadcast its root waits in a receive of the library's for every other rank,
 * which sends when it has the data. Then communicators are freed right after one, and MPI is left right after one. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { n = 100 };

static int broadcast(MPI_Comm comm, int root, int call)
{
    unsigned char data[n];
    int rank, wrong = 0;
    MPI_Comm_rank(comm, &rank);
    memset(data, rank == root ? call % 251 + 1 : 0, sizeof data);
    MPI_Bcast(data, n, MPI_BYTE, root, comm);
    for (int i = 0; i < n; ++i) wrong |= data[i] != call % 251 + 1;
    memset(data, 255, sizeof data);
    return wrong;
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int calls = argc > 1 ? atoi(argv[1]) : 40, rank, ranks, wrong = 0, all = 0, token = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int c = 0; c < calls; ++c) {
        int root = c % ranks;
        wrong += broadcast(MPI_COMM_WORLD, root, c);
        if (rank != root) MPI_Send(&token, 1, MPI_INT, root, c, MPI_COMM_WORLD);
        for (int from = 0; rank == root && from < ranks; ++from)
            if (from != root) MPI_Recv(&token, 1, MPI_INT, from, c, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (int c = 0; c < 5; ++c) {
        MPI_Comm apart;
        MPI_Comm_dup(MPI_COMM_WORLD, &apart);
        wrong += broadcast(apart, c % ranks, c);
        MPI_Comm_free(&apart);
    }
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    wrong = broadcast(MPI_COMM_WORLD, ranks - 1, 7);
    if (rank == 0 && !all && !wrong) printf("ok: %d broadcasts\n", calls);
    if (wrong) fprintf(stderr, "rank %d: the last broadcast is wrong\n", rank);
    MPI_Finalize();
    return all || wrong;
}

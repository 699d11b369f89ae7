/* SPDX-License-Identifier: BSD-3-Clause */
/* Broadcasts of changing contents and sums, so often that HOCKET_ADAPT=1 tries others than the choice. Prints "ok". */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { calls = 400, bytes = 3000 };

int main(int argc, char** argv)
{
    static char text[bytes];
    int rank, ranks;
    MPI_Comm half;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    for (int i = 0; i < calls; ++i) {
        int root = i % ranks, value = rank + i, sum = 0, in_half = 0, half_size;
        memset(text, rank == root ? i % 100 + 1 : 0, sizeof text);
        MPI_Bcast(text, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
        for (int k = 0; k < bytes; ++k)
            if (text[k] != i % 100 + 1) return fprintf(stderr, "FAILED: bcast %d\n", i), MPI_Abort(MPI_COMM_WORLD, 1);
        MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Comm_size(half, &half_size);
        value = 1;
        MPI_Allreduce(&value, &in_half, 1, MPI_INT, MPI_SUM, half);
        if (sum != ranks * (ranks - 1) / 2 + ranks * i || in_half != half_size)
            return fprintf(stderr, "FAILED: allreduce %d\n", i), MPI_Abort(MPI_COMM_WORLD, 1);
        if (i % 7 == 0) MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 0) puts("ok");
    MPI_Finalize();
    return 0;
}

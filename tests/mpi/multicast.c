/* SPDX-License-Identifier: BSD-3-Clause */
/* multicast CALLS SEED [MOST]: broadcasts of random sizes, up to MOST bytes, from random roots, each checked on every
 * rank; on the world, and now and then on its odd and even ranks. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t drawn(uint64_t seed, uint64_t number)
{
    uint64_t x = seed * 0x9e3779b97f4a7c15u + number * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static unsigned char value(uint64_t call, size_t i)
{
    return (unsigned char)(call * 131 + i * 7 + i / 251);
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int calls = argc > 1 ? atoi(argv[1]) : 100, rank, wrong = 0;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    size_t most = argc > 3 ? strtoull(argv[3], NULL, 10) : 200000;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    unsigned char* data = malloc(most + 1);
    double longest = 0;
    for (int c = 0; c < calls; ++c) {
        uint64_t dice = drawn(seed, (uint64_t)c);
        MPI_Comm comm = dice % 5 ? MPI_COMM_WORLD : half;
        int size, me;
        MPI_Comm_size(comm, &size);
        MPI_Comm_rank(comm, &me);
        int root = (int)((dice >> 8) % (uint64_t)size);
        size_t n = (dice >> 16) % ((dice >> 4) % 3 && most > 3000 ? 3000 : most);
        for (size_t i = 0; i < n; ++i) data[i] = me == root ? value((uint64_t)c, i) : 0;
        double start = MPI_Wtime();
        MPI_Bcast(data, (int)n, MPI_BYTE, root, comm);
        double took = MPI_Wtime() - start;
        if (took > longest) longest = took;
        for (size_t i = 0; i < n; ++i)
            if (data[i] != value((uint64_t)c, i)) {
                if (wrong++ < 3)
                    fprintf(stderr, "rank %d: call %d (%zu bytes) has %d at %zu\n", rank, c, n, data[i], i);
                break;
            }
    }
    int all = 0;
    double slowest = 0;
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(&longest, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0 && !all)
        printf("ok: %d broadcasts, seed %llu, longest %.0f ms\n", calls, (unsigned long long)seed, 1e3 * slowest);
    free(data);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return all != 0;
}

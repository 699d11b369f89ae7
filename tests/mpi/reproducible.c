/* SPDX-License-Identifier: BSD-3-Clause */
/* reproducible: sums of doubles whose bits depend on how they are bracketed. The same allreduce, over and over, has one
 * bit pattern, on all ranks; under HOCKET_REPRODUCIBLE=1 elements also do not depend on how many there are, and reduce,
 * reduce_scatter_block and allreduce agree. Prints a hash of the bits, which may then not depend on the layout either.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 28000, times = 100 };
static int rank, ranks;

static double operand(int of, int at)
{
    uint64_t x = ((uint64_t)of + 1) * 0x9E3779B97F4A7C15u ^ ((uint64_t)at + 1) * 0xC2B2AE3D27D4EB4Fu;
    x ^= x >> 31;
    x *= 0xBF58476D1CE4E5B9u;
    return (double)(x >> 12) / (double)(1ull << (40 + x % 12)) * (x & 1 ? 1 : -1);
}

static void must(int holds, const char* what, int count)
{
    if (holds) return;
    fprintf(stderr, "FAILED: rank %d of %d, %d elements: %s\n", rank, ranks, count, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static uint64_t hash(const void* bits, size_t n)
{
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < n; ++i) h = (h ^ ((const unsigned char*)bits)[i]) * 1099511628211u;
    return h;
}

static void others_agree(const double* mine, const double* sums, int count)
{
    static double other[most];
    int block = count / ranks;
    MPI_Reduce(mine, other, count, MPI_DOUBLE, MPI_SUM, ranks - 1, MPI_COMM_WORLD);
    must(rank != ranks - 1 || !memcmp(other, sums, (size_t)count * sizeof *sums), "reduce has other bits", count);
    if (block == 0) return;
    MPI_Reduce_scatter_block(mine, other, block, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    must(!memcmp(other, sums + rank * block, (size_t)block * sizeof *sums), "reduce_scatter has other bits", count);
}

int main(int argc, char** argv)
{
    static double mine[most], sums[most], again[most], first[most];
    const int counts[] = {most, 1, 3, 701, 8000};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int independent = argc > 1;
    for (int i = 0; i < most; ++i) mine[i] = operand(rank, i);
    for (int k = 0; k < 5; ++k) {
        size_t n = (size_t)counts[k] * sizeof *sums;
        MPI_Allreduce(mine, sums, counts[k], MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        for (int i = 0; i < (independent ? 3 : k ? times : 10); ++i) {
            MPI_Allreduce(mine, again, counts[k], MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
            must(!memcmp(sums, again, n), "another run has other bits", counts[k]);
        }
        memcpy(again, sums, n);
        MPI_Bcast(again, counts[k], MPI_DOUBLE, 0, MPI_COMM_WORLD);
        must(!memcmp(sums, again, n), "rank 0 has other bits", counts[k]);
        if (k == 0) memcpy(first, sums, n);
        if (independent) must(!memcmp(sums, first, n), "the number of elements shows", counts[k]);
        if (independent) others_agree(mine, sums, counts[k]);
    }
    if (rank == 0) printf("ok %016llx\n", (unsigned long long)hash(first, sizeof first));
    MPI_Finalize();
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* What a reduction may be asked for and seldom is: characters as numbers (the first call, so that HOCKET_EXPLAIN says
 * who combines them), an exscan without room for the result that rank 0 does not get, an allreduce whose operator
 * commutes, but rounds otherwise the other way round, and sums of NaNs of both signs at addresses of which the ranks
 * have other ones: which NaN goes on is open, and HOCKET_VERIFY must not mind. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { count = 1000 };
static int rank, ranks;

static void must(int holds, const char* what)
{
    if (holds) return;
    fprintf(stderr, "FAILED: rank %d of %d: %s\n", rank, ranks, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void lopsided(void* in, void* inout, int* n, MPI_Datatype* type)
{
    (void)type;
    float *x = in, *y = inout;
    for (int i = 0; i < *n; ++i) y[i] = (float)((double)x[i] * 1.0000001) + y[i];
}

static void characters_are_numbers(void)
{
    char mine[777], most[777];
    for (int i = 0; i < 777; ++i) mine[i] = (char)((i + rank) % 100);
    MPI_Allreduce(mine, most, 777, MPI_CHAR, MPI_MAX, MPI_COMM_WORLD);
    for (int i = 0; i < 777; ++i) {
        int greatest = 0;
        for (int r = 0; r < ranks; ++r)
            if ((i + r) % 100 > greatest) greatest = (i + r) % 100;
        must(most[i] == greatest, "allreduce of characters");
    }
}

/* By an algorithm of Hocket's: sums that are too large wrap around, and are not compared with those of a library that
 * may saturate. */
static void characters_are_added(void)
{
    char mine[64], sum[64];
    unsigned short large[64], all[64];
    for (int i = 0; i < 64; ++i) mine[i] = (char)(i < 32 ? i - 16 : 100), large[i] = i < 32 ? 7 : 65000;
    MPI_Allreduce(mine, sum, 64, MPI_CHAR, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(large, all, 64, MPI_UNSIGNED_SHORT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < 32; ++i) must(sum[i] == ranks * (i - 16) && all[i] == 7 * ranks, "sum of short integers");
    char wrapped = (char)(unsigned char)(100 * ranks);
    unsigned short large_wrapped = (unsigned short)(65000 * ranks);
    for (int i = 32; i < 64; ++i)
        must(sum[i] == wrapped && all[i] == large_wrapped, "sum of short integers that overflows");
}

static void exscan_has_no_result_on_rank_0(void)
{
    int one = 1, before = 0;
    MPI_Exscan(&one, rank == 0 ? NULL : &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    must(before == rank, "exscan");
}

static void all_ranks_have_the_same_bits(void)
{
    static float mine[count], sum[count], first[count];
    MPI_Op op;
    MPI_Op_create(lopsided, 1, &op);
    for (int i = 0; i < count; ++i) mine[i] = 100.0f * (float)rank + 1.1f * (float)i;
    MPI_Allreduce(mine, sum, count, MPI_FLOAT, op, MPI_COMM_WORLD);
    memcpy(first, sum, sizeof sum);
    MPI_Bcast(first, count, MPI_FLOAT, 0, MPI_COMM_WORLD);
    must(memcmp(first, sum, sizeof sum) == 0, "allreduce has other bits than on rank 0");
    MPI_Op_free(&op);
}

static void nans_of_both_signs(void)
{
    static double all[count + 4], sums[count + 4];
    double *mine = all + rank % 4, *sum = sums + 3 * rank % 4;
    for (int i = 0; i < count; ++i) mine[i] = (i + rank) % 3 == 0 ? NAN : (i + rank) % 3 == 1 ? -NAN : rank;
    MPI_Allreduce(mine, sum, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < count; ++i) must(ranks < 2 || isnan(sum[i]), "sum of NaNs");
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    characters_are_numbers();
    characters_are_added();
    exscan_has_no_result_on_rank_0();
    all_ranks_have_the_same_bits();
    nans_of_both_signs();
    MPI_Finalize();
    if (rank == 0) puts("ok");
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* rooted_large: blocks of more than 2 GiB beside short ones, in contiguous memory and with gaps, gathered and scattered
 * back. Which algorithm runs is for the settings to say. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { unit = 1 << 12 };

static const size_t giant = ((size_t)1 << 19) + 3; /* elements of 4096 bytes */
static int rank, size;

static unsigned char at(int of, size_t i)
{
    return (unsigned char)((i * 7 + (i >> 20) + (size_t)of * 31) % 251);
}

static void judge(const unsigned char* data, size_t n, size_t step, int of, const char* what)
{
    for (size_t i = 0; i < n * unit; ++i)
        if (data[i / unit * step + i % unit] != at(of, i)) {
            fprintf(stderr, "FAILED: %s, rank %d, block %d, byte %zu\n", what, rank, of, i);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
}

/* Elements `step` bytes apart at the root; the last rank has the giant. */
static void forth_and_back(size_t step, int root)
{
    int *counts = malloc((size_t)size * sizeof *counts), *offsets = malloc((size_t)size * sizeof *offsets), sum = 0;
    for (int i = 0; i < size; ++i) counts[i] = i == size - 1 ? (int)giant : i + 1, offsets[i] = sum, sum += counts[i];
    size_t mine = (size_t)counts[rank];
    unsigned char *block = malloc(mine * unit), *all = rank == root ? malloc((size_t)sum * step) : NULL;
    MPI_Datatype element, spaced;
    MPI_Type_contiguous(unit, MPI_BYTE, &element);
    MPI_Type_create_resized(element, 0, (MPI_Aint)step, &spaced);
    MPI_Type_commit(&element);
    MPI_Type_commit(&spaced);
    for (size_t i = 0; i < mine * unit; ++i) block[i] = at(rank, i);
    MPI_Gatherv(block, counts[rank], element, all, counts, offsets, spaced, root, MPI_COMM_WORLD);
    for (int i = 0; rank == root && i < size; ++i)
        judge(all + (size_t)offsets[i] * step, (size_t)counts[i], step, i, "gatherv");
    memset(block, 0xEE, mine * unit);
    MPI_Scatterv(all, counts, offsets, spaced, block, counts[rank], element, root, MPI_COMM_WORLD);
    judge(block, mine, unit, rank, "scatterv");
    MPI_Type_free(&element);
    MPI_Type_free(&spaced);
    free(block), free(all), free(counts), free(offsets);
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    forth_and_back(unit, 0);
    forth_and_back(unit + 64, size - 1);
    forth_and_back(unit + 64, 0);
    MPI_Finalize();
    if (rank == 0) puts("ok");
    return 0;
}

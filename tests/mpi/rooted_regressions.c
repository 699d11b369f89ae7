/* SPDX-License-Identifier: BSD-3-Clause */
/* rooted_regressions CASE: gathers and scatters that are known to have hung or to have gone wrong in some library, or
 * once did in Hocket. Says ok. Which algorithm runs is for the settings to say. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { calls = 40, most = 64 };

static int rank, size;

/* As many ranks on each node, but neighbours on different ones: every root, forth and back, with no pause between. */
static int balanced_but_not_by_core(void)
{
    static int block[257], all[most * 257], counts[most], offsets[most];
    int wrong = 0;
    for (int i = 0; i < size; ++i) counts[i] = 257 - i, offsets[i] = 257 * i;
    for (int call = 0; call < calls; ++call) {
        int root = call % size;
        for (int k = 0; k < 257; ++k) block[k] = rank * 1000 + call + k;
        MPI_Gather(block, 257, MPI_INT, all, 257, MPI_INT, root, MPI_COMM_WORLD);
        MPI_Scatter(all, 257, MPI_INT, block, 257, MPI_INT, root, MPI_COMM_WORLD);
        MPI_Gatherv(block, counts[rank], MPI_INT, all, counts, offsets, MPI_INT, root, MPI_COMM_WORLD);
        MPI_Scatterv(all, counts, offsets, MPI_INT, block, counts[rank], MPI_INT, root, MPI_COMM_WORLD);
        for (int k = 0; k < 257; ++k) wrong |= block[k] != rank * 1000 + call + k;
    }
    return wrong;
}

/* The root's type has gaps, and so have those of the others; no gap may be written. */
static int non_contiguous_types(void)
{
    static int block[2 * most], all[most * 3 * most];
    int counts[most], offsets[most], wrong = 0;
    MPI_Datatype every_third, every_other;
    MPI_Type_create_resized(MPI_INT, 0, 3 * sizeof(int), &every_third);
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &every_other);
    MPI_Type_commit(&every_third);
    MPI_Type_commit(&every_other);
    for (int i = 0; i < size; ++i) counts[i] = i + 1, offsets[i] = most * (size - 1 - i);
    for (int root = 0; root < size; ++root) {
        for (int k = 0; k < 2 * most; ++k) block[k] = k % 2 ? -1 : rank * 100 + k / 2;
        for (int k = 0; k < most * 3 * most; ++k) all[k] = -2;
        MPI_Gatherv(block, rank + 1, every_other, all, counts, offsets, every_third, root, MPI_COMM_WORLD);
        for (int k = 0; rank == root && k < most * 3 * size; ++k) {
            int from = size - 1 - k / (3 * most), at = k % (3 * most);
            wrong |= all[k] != (at % 3 == 0 && at / 3 <= from ? from * 100 + at / 3 : -2);
        }
    }
    MPI_Type_free(&every_third);
    MPI_Type_free(&every_other);
    return wrong;
}

/* The nodes' ranks are not neighbours and the root is not the first, so blocks arrive in another order than they
 * belong in. */
static int reordered_blocks(void)
{
    int wrong = 0, me, *all = malloc((size_t)size * 3 * sizeof *all), block[3];
    MPI_Comm comm;
    MPI_Comm_split(MPI_COMM_WORLD, 0, rank * 3 % 8 * 10 - rank, &comm);
    MPI_Comm_rank(comm, &me);
    for (int root = 0; root < size; ++root) {
        for (int k = 0; k < 3; ++k) block[k] = me * 3 + k;
        MPI_Gather(block, 3, MPI_INT, all, 3, MPI_INT, root, comm);
        for (int i = 0; me == root && i < 3 * size; ++i) wrong |= all[i] != i;
    }
    MPI_Comm_free(&comm);
    free(all);
    return wrong;
}

/* One element of an empty type here, none there: the same empty signature, for which libraries wait. */
static int empty_signatures(void)
{
    int nothing = 0, counts[most] = {0}, offsets[most] = {0};
    MPI_Datatype empty;
    MPI_Type_contiguous(0, MPI_INT, &empty);
    MPI_Type_commit(&empty);
    MPI_Gatherv(NULL, rank, rank ? empty : MPI_INT, &nothing, counts, offsets, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Scatter(&nothing, 0, MPI_INT, NULL, rank, rank ? empty : MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Type_free(&empty);
    return 0;
}

int main(int argc, char** argv)
{
    const char* what = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int wrong = !strcmp(what, "by-node")     ? balanced_but_not_by_core()
                : !strcmp(what, "gaps")      ? non_contiguous_types()
                : !strcmp(what, "reordered") ? reordered_blocks()
                : !strcmp(what, "empty")     ? empty_signatures()
                                             : 2;
    if (wrong) fprintf(stderr, "FAILED: %s, rank %d\n", what, rank);
    int any = 0;
    MPI_Allreduce(&wrong, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (!any && rank == 0) puts("ok");
    MPI_Finalize();
    return any;
}

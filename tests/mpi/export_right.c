/* SPDX-License-Identifier: BSD-3-Clause */
/* export_right COUNT...: collectives under rules of a file. Products of 2 x 2 matrices do not commute, nothing of a
 * scatter but the root's count is looked at, and an alltoall is in place. Says "ok", or what is wrong. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 64 };

typedef struct {
    unsigned at[4];
} matrix;

static int rank, size, wrong;

static matrix times(matrix a, matrix b)
{
    matrix c;
    for (int i = 0; i < 4; ++i) c.at[i] = a.at[i & 2] * b.at[i & 1] + a.at[(i & 2) + 1] * b.at[(i & 1) + 2];
    return c;
}

static void multiply(void* a, void* b, int* n, MPI_Datatype* type)
{
    (void)type;
    for (int i = 0; i < *n; ++i) ((matrix*)b)[i] = times(((matrix*)a)[i], ((matrix*)b)[i]);
}

static matrix brought(int r, int i)
{
    unsigned u = (unsigned)r, v = (unsigned)i;
    return (matrix){{1 + 7 * u + v, 2 + u, 3 * u + 1 + v % 5, 5 + u * u}};
}

static void judge(const char* what, const matrix* got, int first, int n, int ranks)
{
    for (int i = 0; i < n && ranks > 0; ++i) {
        matrix all = brought(0, first + i);
        for (int r = 1; r < ranks; ++r) all = times(all, brought(r, first + i));
        if (memcmp(&all, &got[i], sizeof all) == 0) continue;
        printf("rank %d: %s of %d is wrong at %d\n", rank, what, n, i);
        wrong = 1;
        return;
    }
}

static void reductions(int block)
{
    int n = block * size, counts[most];
    MPI_Datatype type;
    MPI_Op op;
    MPI_Type_contiguous(4, MPI_UNSIGNED, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(multiply, 0, &op);
    matrix *sent = malloc(sizeof(matrix) * (size_t)n), *got = malloc(sizeof(matrix) * (size_t)n);
    for (int i = 0; i < n; ++i) sent[i] = brought(rank, i);
    for (int r = 0; r < size; ++r) counts[r] = block;
    MPI_Reduce(sent, got, n, type, op, 0, MPI_COMM_WORLD);
    judge("reduce", got, 0, n, rank == 0 ? size : 0);
    MPI_Allreduce(sent, got, n, type, op, MPI_COMM_WORLD);
    judge("allreduce", got, 0, n, size);
    MPI_Reduce_scatter(sent, got, counts, type, op, MPI_COMM_WORLD);
    judge("reduce_scatter", got, rank * block, block, size);
    MPI_Reduce_scatter_block(sent, got, block, type, op, MPI_COMM_WORLD);
    judge("reduce_scatter_block", got, rank * block, block, size);
    MPI_Scan(sent, got, n, type, op, MPI_COMM_WORLD);
    judge("scan", got, 0, n, rank + 1);
    MPI_Exscan(sent, got, n, type, op, MPI_COMM_WORLD);
    judge("exscan", got, 0, n, rank);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    free(sent);
    free(got);
}

static void expect(const char* what, int is, int should)
{
    if (is == should) return;
    printf("rank %d: %s has %d, not %d\n", rank, what, is, should);
    wrong = 1;
}

static void exchanges(int block)
{
    int *sent = malloc(sizeof(int) * (size_t)(block * size)), *got = malloc(sizeof(int) * (size_t)(block * size));
    for (int i = 0; i < block * size; ++i) sent[i] = rank * 1000 + i / block;
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, sent, block, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < block * size; ++i) expect("alltoall", sent[i], i / block * 1000 + rank);
    MPI_Allgather(sent, block, MPI_INT, got, block, MPI_INT, MPI_COMM_WORLD);
    for (int r = 0; r < size; ++r) expect("allgather", got[r * block], r);
    for (int i = 0; i < block * size; ++i) sent[i] = i / block;
    MPI_Scatter(sent, rank == 0 ? block : 0, MPI_INT, got, block, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < block; ++i) expect("scatter", got[i], rank);
    MPI_Gather(rank == 0 ? MPI_IN_PLACE : got, rank == 0 ? 0 : block, MPI_INT, sent, block, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < block * size && rank == 0; ++i)
        if (i >= block) expect("gather", sent[i], i / block);
    if (rank == 0) sent[0] = 4711;
    MPI_Bcast(sent, block * size, MPI_INT, 0, MPI_COMM_WORLD);
    expect("bcast", sent[0], 4711);
    MPI_Barrier(MPI_COMM_WORLD);
    free(sent);
    free(got);
}

int main(int argc, char** argv)
{
    int any;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > most) MPI_Abort(MPI_COMM_WORLD, 2);
    for (int i = 1; i < argc; ++i) {
        reductions(atoi(argv[i]));
        exchanges(atoi(argv[i]));
    }
    MPI_Allreduce(&wrong, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0 && !any) printf("ok\n");
    fflush(stdout);
    MPI_Finalize();
    return any;
}

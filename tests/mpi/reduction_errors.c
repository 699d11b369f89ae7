/* SPDX-License-Identifier: BSD-3-Clause */
/* reduction_errors [inside]: without, wrong arguments of reductions and allgathers, which are the library's to refuse,
 * with lines that must not depend on Hocket's being there. With, on two ranks, an error that the library would find in
 * the midst of a reduction, when it is to run an operator of a user's on a type that was never committed. */
#include "handled.h"
#include <stdio.h>

/* On one rank alone: a refusal needs nobody else. MPICH goes on after other mistakes, and ends badly. */
static void refusals(MPI_Comm comm, int size)
{
    int x = 7, y = 0, all[8] = {0}, counts[8] = {-1, 1, 1, 1, 1, 1, 1, 1};
    int root = class_of(MPI_Reduce(&x, &y, 1, MPI_INT, MPI_SUM, size, comm));
    int op = class_of(MPI_Scan(&x, &y, 1, MPI_INT, MPI_OP_NULL, comm));
    int pair = class_of(MPI_Exscan(&x, &y, 1, MPI_FLOAT, MPI_BAND, comm));
    int packed = class_of(MPI_Allreduce(&x, &y, 1, MPI_PACKED, MPI_MINLOC, comm));
    int list = class_of(MPI_Reduce_scatter(all, &y, counts, MPI_INT, MPI_SUM, comm));
    int same = class_of(MPI_Reduce(&x, &x, 1, MPI_INT, MPI_SUM, 0, comm));
    printf("reductions: root %d, op %d, pair %d, packed %d, list %d, same %d; handled %d\n", root, op, pair, packed,
           list, same, handled);
    int own = class_of(MPI_Allgather(&x, -1, MPI_INT, all, 1, MPI_INT, comm));
    int as = class_of(MPI_Allgather(&x, 1, MPI_INT, all, 1, MPI_DATATYPE_NULL, comm));
    int null = class_of(MPI_Barrier(MPI_COMM_NULL));
    printf("others: count %d, type %d, communicator %d; handled %d\n", own, as, null, handled);
}

static void add(void* in, void* inout, int* n, MPI_Datatype* type)
{
    (void)type;
    int *x = in, *y = inout;
    for (int i = 0; i < 2 * *n; ++i) y[i] += x[i];
}

/* An error each time until the type is committed, and none later; one rank left the other waiting once. */
static int inside(int rank)
{
    MPI_Comm comm;
    MPI_Datatype pair;
    MPI_Op op;
    int mine[4] = {rank, 1, 2, 3}, sum[4] = {0};
    for (int i = 0; i < 2; ++i) MPI_Comm_set_errhandler(i ? MPI_COMM_WORLD : MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Op_create(add, 1, &op);
    int wrong = 0;
    for (int i = 0; i < 3; ++i) wrong |= class_of(MPI_Allreduce(mine, sum, 2, pair, op, comm)) != MPI_ERR_TYPE;
    MPI_Type_commit(&pair);
    wrong |= MPI_Allreduce(mine, sum, 2, pair, op, comm) != MPI_SUCCESS;
    wrong |= sum[0] != 1 || sum[1] != 2 || sum[2] != 4 || sum[3] != 6;
    MPI_Op_free(&op);
    MPI_Type_free(&pair);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    if (rank == 0) puts(wrong ? "FAILED" : "ok");
    return wrong;
}

int main(int argc, char** argv)
{
    int rank, size, sum = 0;
    MPI_Comm comm;
    MPI_Errhandler counting;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1) return inside(rank);
    MPI_Comm_create_errhandler(count, &counting);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, counting);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    if (rank == 0) refusals(comm, size);
    MPI_Barrier(comm);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    if (rank == 0) puts(sum == size * (size - 1) / 2 ? "communicator ok" : "communicator WRONG");
    MPI_Comm_free(&comm);
    MPI_Errhandler_free(&counting);
    MPI_Finalize();
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* rooted_errors [gatherv|scatterv]: without, wrong arguments, which are the library's to refuse, with a line that must
 * not depend on Hocket's being there. With, ranks that disagree about one block, which ends the job. */
#include "handled.h"
#include <stdio.h>
#include <string.h>

/* The root means 99 elements where rank 1 has 100. */
static void disagree(const char* what, int rank, int size)
{
    int block[100] = {0}, all[800] = {0}, counts[8], offsets[8], mine = rank == 1 ? 100 : 99;
    for (int i = 0; i < size; ++i) counts[i] = 99, offsets[i] = 100 * i;
    if (*what == 'g') MPI_Gatherv(block, mine, MPI_INT, all, counts, offsets, MPI_INT, 0, MPI_COMM_WORLD);
    else MPI_Scatterv(all, counts, offsets, MPI_INT, block, mine, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* On one rank alone: a refusal needs nobody else. */
static void refusals(MPI_Comm comm, int size)
{
    int x = 7, all[8], counts[8] = {-1, 1, 1, 1, 1, 1, 1, 1}, offsets[8] = {0};
    int root = class_of(MPI_Gather(&x, 1, MPI_INT, all, 1, MPI_INT, size, comm));
    int own = class_of(MPI_Gather(&x, -1, MPI_INT, all, 1, MPI_INT, 0, comm));
    int type = class_of(MPI_Scatter(all, 1, MPI_DATATYPE_NULL, &x, 1, MPI_INT, 0, comm));
    int listed = class_of(MPI_Gatherv(&x, 1, MPI_INT, all, counts, offsets, MPI_INT, 0, comm));
    int null = class_of(MPI_Scatterv(all, counts, offsets, MPI_INT, &x, 1, MPI_INT, 0, MPI_COMM_NULL));
    printf("classes: root %d, count %d, type %d, list %d, communicator %d; handled %d\n", root, own, type, listed, null,
           handled);
}

int main(int argc, char** argv)
{
    int rank, size, x;
    MPI_Comm comm;
    MPI_Errhandler counting;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1) disagree(argv[1], rank, size);
    MPI_Comm_create_errhandler(count, &counting);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, counting);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    if (rank == 0) refusals(comm, size);
    x = rank;
    int all[8] = {0};
    MPI_Gather(&x, 1, MPI_INT, all, 1, MPI_INT, 0, comm);
    if (rank == 0) puts(all[size - 1] == size - 1 ? "communicator ok" : "communicator WRONG");
    MPI_Comm_free(&comm);
    MPI_Errhandler_free(&counting);
    MPI_Finalize();
    return 0;
}

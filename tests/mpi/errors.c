/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong arguments, and other things that are not Hocket's to handle: the answer is the library's, with the user's own
 * error handler called as often as natively. Prints a line that must not depend on Hocket's being there. */
#include "handled.h"
#include <stdio.h>

int main(int argc, char** argv)
{
    int rank, size, x = 7;
    MPI_Comm comm, inter, part;
    MPI_Errhandler counting;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_create_errhandler(count, &counting);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, counting);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);

    /* On one rank alone: a refusal needs nobody else. */
    int root = 0, negative = 0, type = 0, null = 0;
    if (rank == 0) {
        root = class_of(MPI_Bcast(&x, 1, MPI_INT, size, comm));
        negative = class_of(MPI_Bcast(&x, -1, MPI_INT, 0, comm));
        type = class_of(MPI_Bcast(&x, 1, MPI_DATATYPE_NULL, 0, comm));
        null = class_of(MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_NULL));
    }
    MPI_Bcast(&x, 1, MPI_INT, 0, comm);

    /* An inter-communicator between the even and the odd ranks; rank 0 gives. */
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &part);
    MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, 1 - rank % 2, 3, &inter);
    int y = rank == 0 ? 42 : -1, from = rank % 2 ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
    MPI_Bcast(&y, 1, MPI_INT, from, inter);
    int right = rank % 2 ? y == 42 : y == (rank ? -1 : 42), all = 0;
    MPI_Allreduce(&right, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);

    if (rank == 0)
        printf("classes: root %d, count %d, type %d, communicator %d; handled %d; inter-communicator %s\n", root,
               negative, type, null, handled, all ? "ok" : "WRONG");
    MPI_Comm_free(&inter);
    MPI_Comm_free(&part);
    MPI_Comm_free(&comm);
    MPI_Errhandler_free(&counting);
    MPI_Finalize();
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Collectives on a type with gaps, twice before it is committed, which is every rank's error, and once after. Ranks
 * that only waited for one that had failed hung. */
#include "handled.h"
#include <stdio.h>

enum { most = 64, kinds = 6 };
static const char* names[kinds] = {"bcast", "gather", "scatter", "allgather", "alltoall", "alltoallw"};

static int call(int kind, int* from, int* to, MPI_Datatype type, MPI_Comm comm)
{
    int size, ones[most], places[most];
    MPI_Datatype types[most];
    MPI_Comm_size(comm, &size);
    for (int i = 0; i < size; ++i) ones[i] = 1, places[i] = 3 * i * (int)sizeof(int), types[i] = type;
    switch (kind) {
    case 0: return MPI_Bcast(to, 1, type, 1, comm);
    case 1: return MPI_Gather(from, 1, type, to, 1, type, 1, comm);
    case 2: return MPI_Scatter(from, 1, type, to, 1, type, 1, comm);
    case 3: return MPI_Allgather(from, 1, type, to, 1, type, comm);
    case 4: return MPI_Alltoall(from, 1, type, to, 1, type, comm);
    default: return MPI_Alltoallw(from, ones, places, types, to, ones, places, types, comm);
    }
}

static int wrong_in(int kind, int turn, MPI_Datatype gaps, MPI_Comm comm)
{
    int rank, from[4 * most], to[4 * most];
    MPI_Comm_rank(comm, &rank);
    for (int i = 0; i < 4 * most; ++i) from[i] = 7, to[i] = rank == 1 ? 7 : 0;
    int class = class_of(call(kind, from, to, gaps, comm));
    if (turn < 2) return class != MPI_ERR_TYPE;
    int here = kind != 1 || rank == 1; /* does anything come to this rank? */
    return class != MPI_SUCCESS || (here && (to[0] != 7 || to[2] != 7)) || (rank != 1 && to[1] != 0);
}

static int all_wrong(int kind, MPI_Comm comm)
{
    int wrong = 0, found = 0;
    MPI_Datatype gaps;
    MPI_Type_vector(2, 1, 2, MPI_INT, &gaps);
    for (int turn = 0; turn < 3; ++turn) {
        if (turn == 2) MPI_Type_commit(&gaps);
        wrong |= wrong_in(kind, turn, gaps, comm) << turn;
    }
    MPI_Type_free(&gaps);
    MPI_Allreduce(&wrong, &found, 1, MPI_INT, MPI_BOR, MPI_COMM_WORLD);
    return found;
}

int main(int argc, char** argv)
{
    int rank, failed = 0;
    MPI_Comm comm;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    for (int kind = 0; kind < kinds; ++kind) {
        int wrong = all_wrong(kind, comm);
        failed |= wrong;
        if (wrong && rank == 0) printf("%s: turns %d wrong\n", names[kind], wrong);
    }
    MPI_Comm_free(&comm);
    MPI_Finalize();
    if (rank == 0) puts(failed ? "FAILED" : "ok");
    return failed != 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* sessions [TIMES [world]]: a program that has sessions and no world, some times in a row. (Open MPI 5.0 natively ends
 * with a segmentation fault in the second.) Or it has a world as well. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void add(void* in, void* inout, int* n, MPI_Datatype* type)
{
    (void)type;
    for (int i = 0; i < *n; ++i) ((unsigned*)inout)[i] += ((unsigned*)in)[i];
}

static void must(int holds, const char* what)
{
    if (!holds) fprintf(stderr, "FAILED: %s\n", what), exit(1);
}

/* The first reductions of the process: Hocket asked the library what its own make of unsigned numbers, which crashed.
 */
static void reduce(MPI_Comm comm, int size)
{
    unsigned one[2] = {1, 2}, sum[2] = {0, 0}, of_mine[2] = {0, 0}, mask = 0, low = 8;
    MPI_Op mine;
    MPI_Barrier(comm);
    MPI_Allreduce(one, sum, 2, MPI_UNSIGNED, MPI_SUM, comm);
    MPI_Allreduce(&low, &mask, 1, MPI_UNSIGNED, MPI_MIN, comm);
    MPI_Op_create(add, 1, &mine);
    MPI_Allreduce(one, of_mine, 2, MPI_UNSIGNED, mine, comm);
    MPI_Op_free(&mine);
    must(sum[0] == (unsigned)size && sum[1] == 2 * (unsigned)size && mask == 8, "reductions");
    must(of_mine[0] == (unsigned)size && of_mine[1] == 2 * (unsigned)size, "an operator of the program's");
}

static int one_session(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    MPI_Info info;
    int rank, size;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Info_create(&info);
    MPI_Info_set(info, "hocket_bcast", "circulant");
    MPI_Comm_create_from_group(group, "hocket.tests", info, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Info_free(&info);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int root = 0; root < size; ++root) {
        int x[1000];
        for (int i = 0; i < 1000; ++i) x[i] = rank == root ? i + root : -1;
        MPI_Bcast(x, 1000, MPI_INT, root, comm);
        for (int i = 0; i < 1000; ++i)
            if (x[i] != i + root)
                return fprintf(stderr, "FAILED: rank %d, root %d, item %d\n", rank, root, i), exit(1), 1;
    }
    reduce(comm, size);
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Session_finalize(&session);
    return rank;
}

int main(int argc, char** argv)
{
    int rank = -1, has_world = argc > 2;
    if (has_world) MPI_Init(&argc, &argv);
    for (int times = argc > 1 ? atoi(argv[1]) : 1; times > 0; --times) rank = one_session();
    if (has_world) MPI_Finalize();
    if (rank == 0) puts("ok");
    return 0;
}

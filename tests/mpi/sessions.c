/* SPDX-License-Identifier: BSD-3-Clause */
/* sessions [TIMES]: a program that has sessions and no world, some times in a row. (Open MPI 5.0 natively ends with a
 * segmentation fault in the second.) */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

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
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Session_finalize(&session);
    return rank;
}

int main(int argc, char** argv)
{
    int rank = -1;
    for (int times = argc > 1 ? atoi(argv[1]) : 1; times > 0; --times) rank = one_session();
    if (rank == 0) puts("ok");
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* alltoall_errors: mistakes that one rank makes, can see and is told of by its library at once, each in the first call
 * on a communicator; nobody else calls. Prints lines that must not depend on Hocket's being there.
 * alltoall_errors COLLECTIVE other|self: rank 1 sends rank 0, or itself, 400 bytes where 396 are expected. And
 * COLLECTIVE overlap: of two numbers that come both have one place, so that one is wrong, as by a wrong algorithm.
 */
#include <mpi.h>

enum { most = 16, n = 100 };
static int a[most * n], b[most * n];
static int one[most], two[most], bad[most], at[most], many[most];
static MPI_Datatype types[most], null_types[most];

#define V(out, in) MPI_Alltoallv(a, out, at, MPI_INT, b, in, at, MPI_INT, comm)
#define W(out, in) MPI_Alltoallw(a, out, at, types, b, in, at, types, comm)
#define MISTAKES(X)                                                                                                    \
    X(by_both, alltoall_negative, MPI_Alltoall(a, 1, MPI_INT, b, -1, MPI_INT, comm))                                   \
    X(by_both, alltoall_negative_own, MPI_Alltoall(a, -1, MPI_INT, b, 1, MPI_INT, comm))                               \
    X(by_both, alltoall_null_type, MPI_Alltoall(a, 1, MPI_DATATYPE_NULL, b, 1, MPI_INT, comm))                         \
    X(by_both, alltoall_in_place, MPI_Alltoall(a, 1, MPI_INT, MPI_IN_PLACE, 1, MPI_INT, comm))                         \
    X(by_mpich, alltoall_null, MPI_Alltoall(NULL, 1, MPI_INT, b, 1, MPI_INT, comm))                                    \
    X(by_mpich, alltoall_same, MPI_Alltoall(a, 1, MPI_INT, a, 1, MPI_INT, comm))                                       \
    X(by_ompi, alltoall_ends, MPI_Alltoall(a, 2, MPI_INT, b, 1, MPI_INT, comm))                                        \
    X(by_both, alltoallv_negative, V(bad, one))                                                                        \
    X(by_both, alltoallv_negative_in, V(one, bad))                                                                     \
    X(by_both, alltoallv_in_place, MPI_Alltoallv(a, one, at, MPI_INT, MPI_IN_PLACE, one, at, MPI_INT, comm))           \
    X(by_ompi, alltoallv_no_offsets, MPI_Alltoallv(a, one, NULL, MPI_INT, b, one, at, MPI_INT, comm))                  \
    X(by_mpich, alltoallv_same, MPI_Alltoallv(a, one, at, MPI_INT, a, one, at, MPI_INT, comm))                         \
    X(by_ompi, alltoallv_ends, V(two, one))                                                                            \
    X(by_ompi, alltoallv_ends_in, V(one, two))                                                                         \
    X(by_both, alltoallw_negative, W(bad, one))                                                                        \
    X(by_both, alltoallw_null_types, MPI_Alltoallw(a, one, at, null_types, b, one, at, types, comm))                   \
    X(by_both, alltoallw_in_place, MPI_Alltoallw(a, one, at, types, MPI_IN_PLACE, one, at, types, comm))               \
    X(by_ompi, alltoallw_no_types, MPI_Alltoallw(a, one, at, NULL, b, one, at, types, comm))                           \
    X(by_mpich, alltoallw_same, MPI_Alltoallw(a, one, at, types, a, one, at, types, comm))                             \
    X(by_ompi, alltoallw_ends, W(two, one))

#include "mistakes.h"

/* `out`: how many go to each; `each` in an alltoall. */
static void exchange(const char* what, const int* out, int each)
{
    int in_bytes[most];
    MPI_Comm comm = MPI_COMM_WORLD;
    for (int i = 0; i < most; ++i) many[i] = n - 1, at[i] = (n - 1) * i, in_bytes[i] = at[i] * (int)sizeof *a;
    if (!strcmp(what, "alltoall")) MPI_Alltoall(a, each, MPI_INT, b, n - 1, MPI_INT, comm);
    if (!strcmp(what, "alltoallv")) MPI_Alltoallv(a, out, at, MPI_INT, b, many, at, MPI_INT, comm);
    if (!strcmp(what, "alltoallw")) MPI_Alltoallw(a, out, in_bytes, types, b, many, in_bytes, types, comm);
    MPI_Barrier(comm);
}

static void overlap(const char* what)
{
    const int place[2] = {0, 0};
    int twos[most], bytes[most];
    MPI_Datatype once, pair, pairs[most];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Type_create_indexed_block(2, 1, place, MPI_INT, &once);
    MPI_Type_create_resized(once, 0, 2 * sizeof(int), &pair);
    MPI_Type_commit(&pair);
    for (int i = 0; i < most; ++i) at[i] = i, twos[i] = 2 * i, bytes[i] = twos[i] * (int)sizeof(int), pairs[i] = pair;
    if (!strcmp(what, "alltoall")) MPI_Alltoall(a, 2, MPI_INT, b, 1, pair, comm);
    if (!strcmp(what, "alltoallv")) MPI_Alltoallv(a, two, twos, MPI_INT, b, one, at, pair, comm);
    if (!strcmp(what, "alltoallw")) MPI_Alltoallw(a, two, bytes, types, b, one, bytes, pairs, comm);
}

static void mistake(const char* what, const char* how, int rank)
{
    int out[most], differs = rank == 1;
    for (int i = 0; i < most; ++i) out[i] = n - 1;
    for (int i = 0; i < most * n; ++i) a[i] = rank * 1000 + i * i;
    if (differs) out[strcmp(how, "self") ? 0 : rank] = n;
    if (!strcmp(how, "overlap")) overlap(what);
    else exchange(what, out, differs ? n : n - 1);
}

int main(int argc, char** argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < most; ++i)
        one[i] = 1, two[i] = 2, bad[i] = -1, types[i] = MPI_INT, null_types[i] = MPI_DATATYPE_NULL;
    if (argc > 2) mistake(argv[1], argv[2], rank);
    make_mistakes(NULL, 1);
    MPI_Finalize();
    if (rank == 0) puts("ok");
    return 0;
}

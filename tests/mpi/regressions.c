// SPDX-License-Identifier: BSD-3-Clause
// Broadcasts that once hung or ended correct programs: regressions CASE. Says ok.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { many = 1300, after = 500 };

static int rank;

// One rank passes no address and an empty type, the other no element: the same empty signature.
static int empty_signatures(void)
{
    int nothing = 0;
    MPI_Datatype empty;
    MPI_Type_contiguous(0, MPI_INT, &empty);
    MPI_Type_commit(&empty);
    if (rank == 1) MPI_Bcast(NULL, 5, empty, 0, MPI_COMM_WORLD);
    else MPI_Bcast(&nothing, 0, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Type_free(&empty);
    return 0;
}

// A type made with a large count does not answer to the small questions about how it was made.
static int large_count_types(void)
{
    static int data[1000];
    MPI_Datatype ten;
    for (int i = 0; rank == 0 && i < 1000; ++i) data[i] = i;
#if MPI_VERSION >= 4
    MPI_Type_contiguous_c(10, MPI_INT, &ten);
#else
    MPI_Type_contiguous(10, MPI_INT, &ten);
#endif
    MPI_Type_commit(&ten);
    MPI_Bcast(data, 100, ten, 0, MPI_COMM_WORLD);
    MPI_Type_free(&ten);
    for (int i = 0; i < 1000; ++i)
        if (data[i] != i) return 1;
    return 0;
}

// All communicators settle before any of them needs a private one: the budget has to hold all the same.
static int budget_after_settling(void)
{
    static char data[4096];
    static MPI_Comm made[many + after];
    for (int i = 0; i < many; ++i) {
        MPI_Comm_dup(MPI_COMM_WORLD, &made[i]);
        MPI_Bcast(data, 4, MPI_BYTE, 0, made[i]);
    }
    for (int i = 0; i < many; ++i) MPI_Bcast(data, sizeof data, MPI_BYTE, 0, made[i]);
    for (int i = many; i < many + after; ++i) MPI_Comm_dup(MPI_COMM_WORLD, &made[i]);
    for (int i = 0; i < many + after; ++i) MPI_Comm_free(&made[i]);
    return 0;
}

// The spawned ranks have no Hocket, so that nothing can be agreed with them.
static int spawned_without_hocket(char* program)
{
    static int data[1000];
    char* words[] = {"spawned", NULL};
    MPI_Comm parent, others, merged;
    MPI_Comm_get_parent(&parent);
    if (parent == MPI_COMM_NULL)
        MPI_Comm_spawn(program, words, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &others, MPI_ERRCODES_IGNORE);
    else others = parent;
    MPI_Intercomm_merge(others, parent != MPI_COMM_NULL, &merged);
    int me;
    MPI_Comm_rank(merged, &me);
    for (int i = 0; me == 0 && i < 1000; ++i) data[i] = i;
    MPI_Bcast(data, 1000, MPI_INT, 0, merged);
    MPI_Comm_free(&merged);
    MPI_Comm_disconnect(&others);
    if (parent != MPI_COMM_NULL) rank = 1; // rank 0 of the first world speaks
    return data[999] != 999;
}

int main(int argc, char** argv)
{
    const char* what = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int wrong = !strcmp(what, "empty")     ? empty_signatures()
                : !strcmp(what, "large")   ? large_count_types()
                : !strcmp(what, "budget")  ? budget_after_settling()
                : !strcmp(what, "spawned") ? spawned_without_hocket(argv[0])
                                           : 2;
    if (!wrong && rank == 0) puts("ok");
    MPI_Finalize();
    return wrong;
}

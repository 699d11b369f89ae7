/* SPDX-License-Identifier: BSD-3-Clause */
/* Mistakes that one rank makes, can see and is told of by its library at once, each in the first call on `comm`, a new
 * communicator; nobody else calls. Stands below a table MISTAKES(X) of X(who refuses it, name, call). */
#include "handled.h"
#include <stdio.h>
#include <string.h>

/* Which libraries refuse it: those that descend from MPICH, Open MPI, or both. */
#if defined(OPEN_MPI)
enum { by_mpich = 0, by_ompi = 1, by_both = 1 };
#else
enum { by_mpich = 1, by_ompi = 0, by_both = 1 };
#endif

#define X(refused, name, call)                                                                                         \
    static int name(MPI_Comm comm)                                                                                     \
    {                                                                                                                  \
        return call;                                                                                                   \
    }
MISTAKES(X)
#undef X

static const struct {
    int refused;
    const char* name;
    int (*make)(MPI_Comm comm);
} all[] = {
#define X(refused, name, call) {refused, #name, name},
    MISTAKES(X)
#undef X
};

static void make_mistake(int i, int rank, MPI_Errhandler handler)
{
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, handler);
    handled = 0;
    int class = rank == 0 ? class_of(all[i].make(comm)) : 0;
    if (rank == 0) printf("%s: class %d, handled %d\n", all[i].name, class, handled);
    fflush(stdout);
    MPI_Comm_free(&comm);
}

/* The one of that name; without a name, those that the library refuses. What it tells the handlers of the world and of
 * oneself is counted, and what it tells the communicator's where `its_own`. */
static void make_mistakes(const char* only, int its_own)
{
    int rank;
    MPI_Errhandler counting;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_create_errhandler(count, &counting);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, counting);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, counting);
    for (int i = 0; i < (int)(sizeof all / sizeof *all); ++i)
        if (only ? strcmp(only, all[i].name) == 0 : all[i].refused)
            make_mistake(i, rank, its_own ? counting : MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&counting);
}

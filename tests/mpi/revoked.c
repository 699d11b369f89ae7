/* SPDX-License-Identifier: BSD-3-Clause */
/* revoked CASE...: one rank gives a communicator up while the others wait in a collective there. All of them must hear
 * of it, that rank too with its next call, and go on together on what MPIX_Comm_shrink makes. */
#include "must.h"
#include <mpi-ext.h>
#include <unistd.h>

enum { n = 5000, calls_before = 3 };
static int mine[n * 8], theirs[n * 8];

static int barrier(MPI_Comm on, MPI_Request* later)
{
    return later ? MPI_Ibarrier(on, later) : MPI_Barrier(on);
}

static int bcast(MPI_Comm on, MPI_Request* later)
{
    return later ? MPI_Ibcast(mine, n, MPI_INT, 0, on, later) : MPI_Bcast(mine, n, MPI_INT, 0, on);
}

static int allreduce(MPI_Comm on, MPI_Request* later)
{
    return later ? MPI_Iallreduce(mine, theirs, n, MPI_INT, MPI_SUM, on, later)
                 : MPI_Allreduce(mine, theirs, n, MPI_INT, MPI_SUM, on);
}

static int alltoall(MPI_Comm on, MPI_Request* later)
{
    return later ? MPI_Ialltoall(mine, n, MPI_INT, theirs, n, MPI_INT, on, later)
                 : MPI_Alltoall(mine, n, MPI_INT, theirs, n, MPI_INT, on);
}

static int is_revoked(int code)
{
    int class = -1;
    MPI_Error_class(code, &class);
    return class == MPIX_ERR_REVOKED;
}

static int ended(int code, MPI_Request* later)
{
    return code == MPI_SUCCESS && later ? MPI_Wait(later, MPI_STATUS_IGNORE) : code;
}

static void give_up(int (*call)(MPI_Comm, MPI_Request*), int nonblocking)
{
    MPI_Comm on, left;
    MPI_Request request, *later = nonblocking ? &request : NULL;
    int size = 0, revoked = 0;
    MPI_Comm_dup(MPI_COMM_WORLD, &on);
    MPI_Comm_set_errhandler(on, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN); /* errors of requests are raised there or below */
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    for (int i = 0; i < calls_before; ++i) must(ended(call(on, later), later) == MPI_SUCCESS, "before it is revoked");
    if (rank == 0) usleep(50000);
    int code = rank == 0 ? MPIX_Comm_revoke(on) : ended(call(on, later), later);
    must(rank == 0 ? code == MPI_SUCCESS : is_revoked(code), "a collective that others wait in");
    must(is_revoked(ended(call(on, later), later)), "a later one");
    MPIX_Comm_is_revoked(on, &revoked);
    must(revoked, "revoked everywhere");
    must(MPIX_Comm_shrink(on, &left) == MPI_SUCCESS, "shrink");
    MPI_Comm_size(left, &size);
    must(size == ranks && ended(call(left, later), later) == MPI_SUCCESS, "those that are left go on");
    MPI_Comm_free(&left);
    MPI_Comm_free(&on);
}

#define CASES(name)                                                                                                    \
    static void name##_waits(void)                                                                                     \
    {                                                                                                                  \
        give_up(name, 0);                                                                                              \
    }                                                                                                                  \
    static void i##name##_waits(void)                                                                                  \
    {                                                                                                                  \
        give_up(name, 1);                                                                                              \
    }
CASES(barrier)
CASES(bcast)
CASES(allreduce)
CASES(alltoall)

int main(int argc, char** argv)
{
    static const char* const names[] = {"barrier",  "bcast",  "allreduce",  "alltoall",
                                        "ibarrier", "ibcast", "iallreduce", "ialltoall"};
    static void (*const cases_of[])(void) = {barrier_waits,  bcast_waits,  allreduce_waits,  alltoall_waits,
                                             ibarrier_waits, ibcast_waits, iallreduce_waits, ialltoall_waits};
    return run_cases(argc, argv, names, cases_of, (int)(sizeof names / sizeof *names), MPI_THREAD_SINGLE);
}

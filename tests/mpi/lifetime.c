/* SPDX-License-Identifier: BSD-3-Clause */
/* lifetime [CYCLES [LIVE]]: communicators that come and go, then as many at once as the library gives. Reports how
 * memory and descriptors grow, and fails if they do. */
#include "forced.h"
#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

enum { warm_up = 1000, allowed_kib = 4096 };

static long resident_kib(void)
{
    long pages = 0, all = 0;
    FILE* f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%ld %ld", &all, &pages) != 2) pages = 0;
    if (f) fclose(f);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static int descriptors(void)
{
    int n = 0;
    DIR* d = opendir("/proc/self/fd");
    while (d && readdir(d)) ++n;
    if (d) closedir(d);
    return n;
}

static int make(MPI_Comm* comm)
{
    *comm = forced(MPI_COMM_WORLD, "bcast", "knomial");
    return *comm != MPI_COMM_NULL;
}

static int works(MPI_Comm comm, int value)
{
    int rank, got;
    MPI_Comm_rank(comm, &rank);
    got = rank == 0 ? value : -1;
    return MPI_Bcast(&got, 1, MPI_INT, 0, comm) == MPI_SUCCESS && got == value;
}

static int fail(const char* what, int at)
{
    fprintf(stderr, "FAILED: %s, at %d\n", what, at);
    MPI_Abort(MPI_COMM_WORLD, 1);
    return 1;
}

static void cycles(int n)
{
    MPI_Comm comm;
    for (int i = 0; i < n; ++i) {
        if (!make(&comm)) fail("no communicator", i);
        if (!works(comm, i)) fail("wrong data", i);
        MPI_Comm_free(&comm);
    }
}

/* How many there were at once. Ranks stop together: the library may run out on one of them first. */
static int many_at_once(int n)
{
    MPI_Comm* comms = malloc((size_t)n * sizeof *comms);
    int have = 0, all = 1;
    while (have < n && all) {
        int mine = make(&comms[have]);
        MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
        if (all && !works(comms[have], have)) fail("wrong data among many", have);
        have += all;
    }
    for (int i = 0; i < have; ++i)
        if (!works(comms[i], i + 1)) fail("wrong data at the second call", i);
    for (int i = 0; i < have; ++i) MPI_Comm_free(&comms[i]);
    free(comms);
    return have;
}

int main(int argc, char** argv)
{
    int rank, n = argc > 1 ? atoi(argv[1]) : 10000, live = argc > 2 ? atoi(argv[2]) : 5000;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);

    cycles(warm_up);
    long before = resident_kib();
    int open_before = descriptors();
    cycles(n);
    long grown = resident_kib() - before;
    int opened = descriptors() - open_before;
    int at_once = many_at_once(live);
    if (!works(MPI_COMM_WORLD, 1)) fail("the world is broken afterwards", 0);
    if (rank == 0) printf("%d cycles: %+ld KiB, %+d descriptors; %d at once\n", n, grown, opened, at_once);
    if (grown > allowed_kib) fail("memory grows", (int)grown);
    if (opened > 0) fail("descriptors stay open", opened);
    MPI_Finalize();
    if (rank == 0) puts("ok");
    return 0;
}

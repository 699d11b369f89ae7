/* SPDX-License-Identifier: BSD-3-Clause */
/* Forms with large counts, found as some programs find them: by their names, in the running program. Hocket has them
 * whether the library has them or not. Blocking, nonblocking and persistent ones with lists, and one without. */
#define _GNU_SOURCE
#include "must.h"
#include <dlfcn.h>

enum { most = 16 };
typedef int gather_list(const void*, MPI_Count, MPI_Datatype, void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype,
                        int, MPI_Comm);
typedef int scatter_list(const void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, void*, MPI_Count, MPI_Datatype,
                         int, MPI_Comm);
typedef int gather_all(const void*, MPI_Count, MPI_Datatype, void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype,
                       MPI_Comm);
typedef int exchange(const void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, void*, const MPI_Count*,
                     const MPI_Aint*, MPI_Datatype, MPI_Comm);
typedef int exchange_types(const void*, const MPI_Count*, const MPI_Aint*, const MPI_Datatype*, void*, const MPI_Count*,
                           const MPI_Aint*, const MPI_Datatype*, MPI_Comm);
typedef int exchange_later(const void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, void*, const MPI_Count*,
                           const MPI_Aint*, MPI_Datatype, MPI_Comm, MPI_Request*);
typedef int scatter_sums(const void*, void*, const MPI_Count*, MPI_Datatype, MPI_Op, MPI_Comm);
typedef int sum(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm);

static void* found(const char* name)
{
    void* function = dlsym(RTLD_DEFAULT, name);
    must(function != NULL, name);
    return function;
}

static MPI_Count counts[most];
static MPI_Aint starts[most], places[most];
static MPI_Datatype types[most];
static int mine[3 * most], theirs[3 * most];

/* Three numbers for every rank; rank r has 100 r + 0, 1, 2 ... */
static void prepare(void)
{
    for (int i = 0; i < 3 * most; ++i) mine[i] = 100 * rank + i, theirs[i] = -1;
    for (int r = 0; r < ranks; ++r) counts[r] = 3, starts[r] = 3 * r, places[r] = 12 * r, types[r] = MPI_INT;
}

static void expect(int first_of_each, int step, const char* what)
{
    for (int r = 0; r < ranks; ++r)
        for (int i = 0; i < 3; ++i) must(theirs[3 * r + i] == step * r + first_of_each + i, what);
    prepare();
}

static void from_and_to_one(void)
{
    gather_list* gatherv = found("MPI_Gatherv_c");
    scatter_list* scatterv = found("MPI_Scatterv_c");
    int last = ranks - 1, *none = NULL;
    const MPI_Count* no_counts = (const MPI_Count*)none;
    must(!gatherv(mine, 3, MPI_INT, theirs, rank == last ? counts : no_counts, rank == last ? starts : NULL, MPI_INT,
                  last, MPI_COMM_WORLD),
         "MPI_Gatherv_c");
    if (rank == last) expect(0, 100, "gathered");
    must(!scatterv(mine, rank == last ? counts : no_counts, rank == last ? starts : NULL, MPI_INT, theirs, 3, MPI_INT,
                   last, MPI_COMM_WORLD),
         "MPI_Scatterv_c");
    for (int i = 0; i < 3; ++i) must(theirs[i] == 100 * last + 3 * rank + i, "scattered");
    prepare();
}

static void among_all(void)
{
    gather_all* allgatherv = found("MPI_Allgatherv_c");
    exchange* alltoallv = found("MPI_Alltoallv_c");
    exchange_types* alltoallw = found("MPI_Alltoallw_c");
    must(!allgatherv(mine, 3, MPI_INT, theirs, counts, starts, MPI_INT, MPI_COMM_WORLD), "MPI_Allgatherv_c");
    expect(0, 100, "gathered everywhere");
    must(!alltoallv(mine, counts, starts, MPI_INT, theirs, counts, starts, MPI_INT, MPI_COMM_WORLD), "MPI_Alltoallv_c");
    expect(3 * rank, 100, "exchanged");
    for (int i = 0; i < 3 * ranks; ++i) theirs[i] = mine[i];
    must(!alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, theirs, counts, starts, MPI_INT, MPI_COMM_WORLD),
         "MPI_Alltoallv_c in place");
    expect(3 * rank, 100, "exchanged in place");
    must(!alltoallw(mine, counts, places, types, theirs, counts, places, types, MPI_COMM_WORLD), "MPI_Alltoallw_c");
    expect(3 * rank, 100, "exchanged by types");
}

static void reduced(void)
{
    scatter_sums* reduce_scatter = found("MPI_Reduce_scatter_c");
    sum* allreduce = found("MPI_Allreduce_c");
    int all = 50 * ranks * (ranks - 1);
    must(!reduce_scatter(mine, theirs, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD), "MPI_Reduce_scatter_c");
    for (int i = 0; i < 3; ++i) must(theirs[i] == all + ranks * (3 * rank + i), "sums scattered");
    must(!allreduce(mine, theirs, 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD), "MPI_Allreduce_c");
    for (int i = 0; i < 3; ++i) must(theirs[i] == all + ranks * i, "sums");
    prepare();
}

static void later(void)
{
    exchange_later* ialltoallv = found("MPI_Ialltoallv_c");
    MPI_Request request;
    must(!ialltoallv(mine, counts, starts, MPI_INT, theirs, counts, starts, MPI_INT, MPI_COMM_WORLD, &request),
         "MPI_Ialltoallv_c");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect(3 * rank, 100, "exchanged later");
}

static void with_neighbors(void)
{
    exchange* neighbors = found("MPI_Neighbor_alltoallv_c");
    int periodic = 1;
    MPI_Comm ring;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &ranks, &periodic, 0, &ring);
    must(!neighbors(mine, counts, starts, MPI_INT, theirs, counts, starts, MPI_INT, ring), "MPI_Neighbor_alltoallv_c");
    int before = (rank + ranks - 1) % ranks, after = (rank + 1) % ranks;
    for (int i = 0; i < 3 && ranks > 2; ++i)
        must(theirs[i] == 100 * before + 3 + i && theirs[3 + i] == 100 * after + i, "of both neighbors");
    MPI_Comm_free(&ring);
    prepare();
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    prepare();
    from_and_to_one();
    among_all();
    reduced();
    later();
    if (ranks > 1) with_neighbors();
    MPI_Finalize();
    if (rank == 0) puts("ok");
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* overlapping COLLECTIVE: one call whose buffers overlap, or in which all numbers of a block come to one place, which
 * no program may do: what is brought is wrong, as it would be by a wrong algorithm. Under HOCKET_VERIFY the job ends
 * there; without, it says ok. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { n = 1000, most = 16 };
static int rank, ranks, data[(most + 1) * n], counts[most], offsets[most], ones[most], places[most];

static void move(const char* what)
{
    int* own = data + ranks * n;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Datatype same;
    MPI_Type_vector(n, 1, 0, MPI_INT, &same);
    MPI_Type_commit(&same);
    if (!strcmp(what, "bcast")) MPI_Bcast(data, rank ? 1 : n, rank ? same : MPI_INT, 0, comm);
    if (!strcmp(what, "gather")) MPI_Gather(own, n, MPI_INT, data, 1, same, 0, comm);
    if (!strcmp(what, "gatherv")) MPI_Gatherv(own, n, MPI_INT, data, ones, places, same, 0, comm);
    if (!strcmp(what, "scatter")) MPI_Scatter(data, n, MPI_INT, own, 1, same, 0, comm);
    if (!strcmp(what, "scatterv")) MPI_Scatterv(data, counts, offsets, MPI_INT, own, 1, same, 0, comm);
    if (!strcmp(what, "allgather")) MPI_Allgather(own, n, MPI_INT, data, 1, same, comm);
    if (!strcmp(what, "allgatherv")) MPI_Allgatherv(own, n, MPI_INT, data, ones, places, same, comm);
    MPI_Type_free(&same);
}

/* The result begins one element behind the operand. */
static void combine(const char* what)
{
    int* to = data + 1;
    signed char* bytes = (signed char*)data; /* so small that no sum of them leaves their type */
    if (!strcmp(what, "allreduce_of_bytes")) {
        for (int i = 0; i < n; ++i) bytes[i] = (signed char)(i % 7 - 3);
        MPI_Allreduce(bytes, bytes + 1, n, MPI_SIGNED_CHAR, MPI_SUM, MPI_COMM_WORLD);
    }
    if (!strcmp(what, "reduce")) MPI_Reduce(data, to, n, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (!strcmp(what, "allreduce")) MPI_Allreduce(data, to, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (!strcmp(what, "reduce_scatter_block")) MPI_Reduce_scatter_block(data, to, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (!strcmp(what, "reduce_scatter")) MPI_Reduce_scatter(data, to, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (!strcmp(what, "scan")) MPI_Scan(data, to, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (!strcmp(what, "exscan")) MPI_Exscan(data, to, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

int main(int argc, char** argv)
{
    const char* what = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < ranks; ++i) counts[i] = n, offsets[i] = i * n, ones[i] = 1, places[i] = i;
    for (int i = 0; i < (ranks + 1) * n; ++i) data[i] = rank * 100000 + i * i;
    move(what);
    combine(what);
    MPI_Finalize();
    if (rank == 0) puts("ok");
    return 0;
}

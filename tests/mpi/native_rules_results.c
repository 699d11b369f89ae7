/* SPDX-License-Identifier: BSD-3-Clause */
/* native_rules_results [COLLECTIVE OPERATOR BYTES]...: sums of floats, whose last bits tell in which order an algorithm
 * put its operands together. OPERATOR: built-in, user (commutes) or ordered (does not). Prints for each
 * "COLLECTIVE OPERATOR BYTES: sum" over the results of all ranks; two runs with one algorithm print the same. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 64 };

static int rank, size;
static float *sent, *got;
static MPI_Op user, ordered;

static void add(void* a, void* b, int* n, MPI_Datatype* type)
{
    (void)type;
    for (int i = 0; i < *n; ++i) ((float*)b)[i] = ((float*)a)[i] + ((float*)b)[i];
}

/* Of very different magnitudes, the same in every run. */
static void fill(size_t n)
{
    uint64_t state = 88172645463325252u + (uint64_t)rank;
    for (size_t i = 0; i < n; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        sent[i] = (float)(state >> 40) * (float)(1 << (state >> 33 & 15));
    }
}

static int blocks_of(int total, int* counts)
{
    for (int r = 0; r < size; ++r) counts[r] = total / size + (r < total % size);
    return counts[rank];
}

/* Returns how many elements of the result this rank has. */
static int call(const char* collective, MPI_Op op, int n)
{
    int counts[most];
    MPI_Comm all = MPI_COMM_WORLD;
    if (strcmp(collective, "reduce") == 0) MPI_Reduce(sent, got, n, MPI_FLOAT, op, 0, all);
    else if (strcmp(collective, "allreduce") == 0) MPI_Allreduce(sent, got, n, MPI_FLOAT, op, all);
    else if (strcmp(collective, "scan") == 0) MPI_Scan(sent, got, n, MPI_FLOAT, op, all);
    else if (strcmp(collective, "exscan") == 0) MPI_Exscan(sent, got, n, MPI_FLOAT, op, all);
    else if (strcmp(collective, "reduce_scatter_block") == 0)
        MPI_Reduce_scatter_block(sent, got, n, MPI_FLOAT, op, all);
    else if (strcmp(collective, "reduce_scatter") == 0) {
        int own = blocks_of(n, counts);
        MPI_Reduce_scatter(sent, got, counts, MPI_FLOAT, op, all);
        return own;
    } else MPI_Abort(all, 2);
    return rank == 0 || strcmp(collective, "reduce") != 0 ? n : 0;
}

static uint64_t summary(int n)
{
    uint64_t sum = 1469598103934665603u;
    for (int i = 0; i < n; ++i) {
        uint32_t bits;
        memcpy(&bits, got + i, sizeof bits);
        sum = (sum ^ bits) * 1099511628211u;
    }
    return sum * (uint64_t)(2 * rank + 1);
}

static void one(const char* collective, const char* name, const char* bytes)
{
    MPI_Op op = strcmp(name, "user") == 0 ? user : strcmp(name, "ordered") == 0 ? ordered : MPI_SUM;
    int n = atoi(bytes) / (int)sizeof(float);
    memset(got, 0, sizeof(float) * (size_t)n * (size_t)size);
    call(collective, op, n); /* the first one may set up what the library keeps */
    uint64_t mine = summary(call(collective, op, n)), all = 0;
    MPI_Reduce(&mine, &all, 1, MPI_UINT64_T, MPI_BXOR, 0, MPI_COMM_WORLD);
    if (rank == 0) printf("%s %s %s: %llx\n", collective, name, bytes, (unsigned long long)all);
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Op_create(add, 1, &user);
    MPI_Op_create(add, 0, &ordered);
    int largest = 0;
    for (int i = 3; i < argc; i += 3)
        if (atoi(argv[i]) > largest) largest = atoi(argv[i]);
    size_t room = ((size_t)largest / sizeof(float) + 1) * (size_t)size;
    sent = malloc(sizeof(float) * room);
    got = malloc(sizeof(float) * room);
    if (size > most || !sent || !got) MPI_Abort(MPI_COMM_WORLD, 2);
    fill(room);
    /* MPICH uses messages for the first calls on a communicator, and shared memory from then on. */
    for (int i = 0; i < 10; ++i) MPI_Allreduce(sent, got, 1, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 1; i + 2 < argc; i += 3) one(argv[i], argv[i + 1], argv[i + 2]);
    MPI_Finalize();
    return 0;
}

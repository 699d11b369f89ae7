/* SPDX-License-Identifier: BSD-3-Clause */
/* native_rules_decisions [COLLECTIVE COMMUTES RANKS BYTES]...: Open MPI's fixed decisions for communicators of any
 * size, asked in one process. The functions that decide are called with a communicator that only claims to have so many
 * ranks; what they would call then is defined here, and prints the number of the algorithm. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { copied = 2048, of_group = 64 };

static unsigned char fake_comm[copied], fake_group[copied];
static int* claimed;
static int chosen;

/* Where a group keeps its size: where a change is seen. */
static int find_size(void)
{
    for (size_t at = 0; at + sizeof(int) <= of_group && !claimed; at += sizeof(int)) {
        int *here = (int*)(fake_group + at), before = *here, now = 0;
        if (before != 1) continue;
        *here = 12345;
        MPI_Group_size((MPI_Group)(void*)fake_group, &now);
        if (now == 12345) claimed = here;
        *here = before;
    }
    return claimed != NULL;
}

static int pretend(void)
{
    MPI_Group group;
    void* other = fake_group;
    MPI_Comm_group(MPI_COMM_SELF, &group);
    memcpy(fake_group, (void*)group, of_group);
    memcpy(fake_comm, (void*)MPI_COMM_SELF, copied);
    for (size_t at = 0; at + sizeof other <= copied; at += sizeof other)
        if (memcmp(fake_comm + at, &group, sizeof other) == 0) memcpy(fake_comm + at, &other, sizeof other);
    return find_size();
}

#define BYTE MPI_BYTE
typedef const void* in;
typedef MPI_Datatype type;
#define DECIDED(name, ...)                                                                                             \
    int ompi_coll_tuned_##name##_intra_do_this(__VA_ARGS__, MPI_Comm c, void* m, int algorithm, int fan, int segment)  \
    {                                                                                                                  \
        (void)c, (void)m, (void)fan, (void)segment;                                                                    \
        return chosen = algorithm, 0;                                                                                  \
    }
DECIDED(allgather, in s, int sn, type st, void* r, int rn, type rt)
DECIDED(allgatherv, in s, int sn, type st, void* r, const int* rn, const int* at, type rt)
DECIDED(allreduce, in s, void* r, int n, type t, MPI_Op op)
DECIDED(reduce, in s, void* r, int n, type t, MPI_Op op, int root)
DECIDED(reduce_scatter, in s, void* r, const int* n, type t, MPI_Op op)
DECIDED(reduce_scatter_block, in s, void* r, int n, type t, MPI_Op op)
int ompi_coll_tuned_alltoall_intra_do_this(in s, int sn, type st, void* r, int rn, type rt, MPI_Comm c, void* m,
                                           int algorithm, int fan, int segment, int requests)
{
    (void)s, (void)sn, (void)st, (void)r, (void)rn, (void)rt, (void)c, (void)m, (void)fan, (void)segment;
    return chosen = requests == 0 ? algorithm : 0, 0;
}
int ompi_coll_tuned_alltoallv_intra_do_this(in s, const int* sn, const int* sa, type st, void* r, const int* rn,
                                            const int* ra, type rt, MPI_Comm c, void* m, int algorithm)
{
    (void)s, (void)sn, (void)sa, (void)st, (void)r, (void)rn, (void)ra, (void)rt, (void)c, (void)m;
    return chosen = algorithm, 0;
}
int ompi_coll_tuned_barrier_intra_do_this(MPI_Comm c, void* m, int algorithm, int fan, int segment)
{
    (void)c, (void)m, (void)fan, (void)segment;
    return chosen = algorithm, 0;
}

static int decide(const char* collective, MPI_Op op, int ranks, int n)
{
    char name[80];
    snprintf(name, sizeof name, "ompi_coll_tuned_%s_intra_dec_fixed", collective);
    int (*ask)() = (int (*)())dlsym(RTLD_DEFAULT, name);
    if (!ask) return -1;
    MPI_Comm c = (MPI_Comm)(void*)fake_comm;
    int* counts = calloc((size_t)ranks, sizeof(int)); /* the total is n */
    counts[0] = n;
    *claimed = ranks;
    if (strcmp(collective, "barrier") == 0) ask(c, NULL);
    else if (strcmp(collective, "allgather") == 0) ask(NULL, n, BYTE, NULL, n, BYTE, c, NULL);
    else if (strcmp(collective, "allgatherv") == 0) ask(NULL, 0, BYTE, NULL, counts, NULL, BYTE, c, NULL);
    else if (strcmp(collective, "alltoall") == 0) ask(NULL, n, BYTE, NULL, n, BYTE, c, NULL);
    else if (strcmp(collective, "alltoallv") == 0) ask(NULL, counts, NULL, BYTE, NULL, counts, NULL, BYTE, c, NULL);
    else if (strcmp(collective, "reduce") == 0) ask(NULL, NULL, n, BYTE, op, 0, c, NULL);
    else if (strcmp(collective, "reduce_scatter") == 0) ask(NULL, NULL, counts, BYTE, op, c, NULL);
    else ask(NULL, NULL, n, BYTE, op, c, NULL);
    *claimed = 1;
    free(counts);
    return chosen;
}

static void nothing(void* a, void* b, int* n, MPI_Datatype* t)
{
    (void)a, (void)b, (void)n, (void)t;
}

int main(int argc, char** argv)
{
    MPI_Op ordered;
    MPI_Init(&argc, &argv);
    MPI_Op_create(nothing, 0, &ordered);
    if (!pretend()) MPI_Abort(MPI_COMM_WORLD, 2);
    for (int i = 1; i + 3 < argc; i += 4) {
        int found = decide(argv[i], atoi(argv[i + 1]) ? MPI_BOR : ordered, atoi(argv[i + 2]), atoi(argv[i + 3]));
        printf("%s %s %s %s: %d\n", argv[i], argv[i + 1], argv[i + 2], argv[i + 3], found);
    }
    MPI_Finalize();
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* alltoall_regressions CASE...: alltoalls that are known to go wrong easily. Says ok. Which algorithm runs is for the
 * settings to say. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 64, calls = 60 };

static int rank, size;

/* Everybody has much for one rank and little for the others, without a pause between the calls, and that rank is late:
 * what comes before it asks must not fill its memory, nor keep the others from their own. */
static int giant_receiver(void)
{
    enum { giant = 200000, little = 3 };
    int out[most], in[most], from[most], to[most], wrong = 0, last = size - 1;
    int *sent = malloc(sizeof(int) * (size_t)(giant + size * little)),
        *come = malloc(sizeof(int) * giant * (size_t)size);
    for (int call = 0; call < 5; ++call) {
        for (int i = 0, x = 0, y = 0; i < size; ++i) {
            out[i] = i == last ? giant : little, in[i] = rank == last ? giant : little;
            from[i] = x, to[i] = y, x += out[i], y += in[i];
            for (int k = 0; k < out[i]; ++k) sent[from[i] + k] = rank * 7919 + i * 31 + k + call;
        }
        for (volatile int k = 0; rank == last && k < 20000000;) ++k;
        MPI_Alltoallv(sent, out, from, MPI_INT, come, in, to, MPI_INT, MPI_COMM_WORLD);
        for (int i = 0; i < size; ++i)
            for (int k = 0; k < in[i]; ++k) wrong |= come[to[i] + k] != i * 7919 + rank * 31 + k + call;
    }
    free(sent), free(come);
    return wrong;
}

/* Sizes that change from call to call and ranks that come at different times: no message may meet another call's. */
static int back_to_back(void)
{
    static int sent[most * 97], come[most * 97];
    int out[most], in[most], at[most], wrong = 0;
    for (int call = 0; call < calls; ++call) {
        for (int i = 0; i < size; ++i) {
            out[i] = (rank * 5 + i * 3 + call) % 97, in[i] = (i * 5 + rank * 3 + call) % 97, at[i] = i * 97;
            for (int k = 0; k < out[i]; ++k) sent[at[i] + k] = (rank * size + i) * 1000 + call + k;
        }
        for (volatile int k = 0; (rank + call) % 3 == 0 && k < 100000;) ++k;
        MPI_Alltoallv(sent, out, at, MPI_INT, come, in, at, MPI_INT, MPI_COMM_WORLD);
        for (int i = 0; i < size; ++i)
            for (int k = 0; k < in[i]; ++k) wrong |= come[at[i] + k] != (i * size + rank) * 1000 + call + k;
        for (int i = 0; i < size; ++i) sent[i] = rank * size + i + call;
        MPI_Alltoall(sent, 1, MPI_INT, come, 1, MPI_INT, MPI_COMM_WORLD);
        for (int i = 0; i < size; ++i) wrong |= come[i] != i * size + rank + call;
    }
    return wrong;
}

/* Types that carry their addresses. */
static int absolute_addresses(void)
{
    static int sent[most][5], come[most][5];
    int ones[most], at[most] = {0}, length = 5, wrong = 0;
    MPI_Datatype out[most], in[most], is = MPI_INT;
    for (int i = 0; i < size; ++i) {
        MPI_Aint from, to;
        ones[i] = 1;
        MPI_Get_address(sent[i], &from);
        MPI_Get_address(come[size - 1 - i], &to);
        MPI_Type_create_struct(1, &length, &from, &is, &out[i]);
        MPI_Type_create_struct(1, &length, &to, &is, &in[i]);
        MPI_Type_commit(&out[i]);
        MPI_Type_commit(&in[i]);
        for (int k = 0; k < 5; ++k) sent[i][k] = rank * 1000 + i * 10 + k;
    }
    MPI_Alltoallw(MPI_BOTTOM, ones, at, out, MPI_BOTTOM, ones, at, in, MPI_COMM_WORLD);
    for (int i = 0; i < size; ++i)
        for (int k = 0; k < 5; ++k) wrong |= come[size - 1 - i][k] != i * 1000 + rank * 10 + k;
    for (int i = 0; i < size; ++i) MPI_Type_free(&out[i]), MPI_Type_free(&in[i]);
    return wrong;
}

/* Addresses as offsets, which MPICH itself refuses in an alltoallv. */
static int addresses_as_offsets(void)
{
    int wrong = 0;
#if MPI_VERSION >= 4
    static unsigned char sent[most][3], come[most][3];
    MPI_Count out[most], in[most]; /* with one list for both, MPICH sees one buffer given twice */
    MPI_Aint from[most], to[most];
    MPI_Datatype bytes[most];
    for (int call = 0; call < 2; ++call) {
        for (int i = 0; i < size; ++i) {
            out[i] = in[i] = 3, bytes[i] = MPI_BYTE;
            MPI_Get_address(sent[i], &from[i]);
            MPI_Get_address(come[i], &to[i]);
            for (int k = 0; k < 3; ++k) sent[i][k] = (unsigned char)(rank * 17 + i * 3 + k + call);
        }
        if (call) MPI_Alltoallw_c(MPI_BOTTOM, out, from, bytes, MPI_BOTTOM, in, to, bytes, MPI_COMM_WORLD);
        else MPI_Alltoallv_c(MPI_BOTTOM, out, from, MPI_BYTE, MPI_BOTTOM, in, to, MPI_BYTE, MPI_COMM_WORLD);
        for (int i = 0; i < size; ++i)
            for (int k = 0; k < 3; ++k) wrong |= come[i][k] != (unsigned char)(i * 17 + rank * 3 + k + call);
    }
#endif
    return wrong;
}

/* MPICH asks nothing of the type of a block that is empty; Open MPI refuses a null type. */
static int null_types_of_empty_blocks(void)
{
    int wrong = 0;
#if !defined(OPEN_MPI)
    int sent = rank, come = -1, next = (rank + 1) % size, prev = (rank + size - 1) % size;
    int out[most] = {0}, in[most] = {0}, at[most] = {0};
    MPI_Datatype from[most], to[most];
    for (int i = 0; i < size; ++i) from[i] = to[i] = MPI_DATATYPE_NULL;
    out[next] = in[prev] = 1;
    from[next] = to[prev] = MPI_INT;
    MPI_Alltoallw(&sent, out, at, from, &come, in, at, to, MPI_COMM_WORLD);
    wrong = come != prev;
#endif
    return wrong;
}

/* Elements of an empty type here, none there: the same empty signature, for which some would wait. */
static int empty_signatures(void)
{
    int ones[most], zeros[most] = {0}, nothing = 0;
    MPI_Datatype empty, types[most], ints[most];
    MPI_Type_contiguous(0, MPI_INT, &empty);
    MPI_Type_commit(&empty);
    for (int i = 0; i < size; ++i) ones[i] = 1, types[i] = empty, ints[i] = MPI_INT;
    MPI_Alltoallv(&nothing, ones, zeros, empty, &nothing + 1, zeros, zeros, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoallw(&nothing, zeros, zeros, ints, &nothing + 1, ones, zeros, types, MPI_COMM_WORLD);
    MPI_Type_free(&empty);
    return 0;
}

/* What comes takes the place of what goes, element by element of a type with gaps. */
static int in_place_with_gaps(void)
{
    enum { n = 700 };
    static int data[most * n * 3];
    int wrong = 0, counts[most], at[most];
    MPI_Datatype every_third;
    MPI_Type_create_resized(MPI_INT, 0, 3 * sizeof(int), &every_third);
    MPI_Type_commit(&every_third);
    for (int i = 0; i < size; ++i) counts[i] = (rank + i) % 4 ? n - 1 : 0, at[i] = (size - 1 - i) * n;
    for (int k = 0; k < size * n * 3; ++k) data[k] = k % 3 ? -2 : rank * 100000 + k / 3 % n;
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, data, counts, at, every_third, MPI_COMM_WORLD);
    for (int k = 0; k < size * n * 3; ++k) {
        int from = size - 1 - k / (3 * n), i = k / 3 % n, owner = i < counts[from] ? from : rank;
        wrong |= data[k] != (k % 3 ? -2 : owner * 100000 + i);
    }
    MPI_Type_free(&every_third);
    return wrong;
}

static const struct {
    const char* name;
    int (*run)(void);
} all[] = {{"giant-receiver", giant_receiver},
           {"back-to-back", back_to_back},
           {"bottom", absolute_addresses},
           {"addresses", addresses_as_offsets},
           {"null-types", null_types_of_empty_blocks},
           {"empty", empty_signatures},
           {"in-place-gaps", in_place_with_gaps}};

/* On any rank. */
static int goes_wrong(const char* what)
{
    int wrong = 2, any = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        if (!strcmp(what, all[i].name)) wrong = all[i].run();
    if (wrong) fprintf(stderr, "FAILED: %s, rank %d\n", what, rank);
    MPI_Allreduce(&wrong, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return any;
}

int main(int argc, char** argv)
{
    int any = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 1; i < argc; ++i) any |= goes_wrong(argv[i]);
    if (!any && rank == 0) puts("ok");
    MPI_Finalize();
    return any;
}

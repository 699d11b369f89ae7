/* SPDX-License-Identifier: BSD-3-Clause */
/* repeated CALLS SEED [persistent]: short collectives that are mostly like the one before, and otherwise differ from it
   in one argument: count, type, operator, root, buffers, communicator, what the communicator is to run. Types and
   operators are freed and made anew, so that handles come to stand for others. Persistent ones are started several
   times with other data. */
#include "draw.h"
#include "init_names.h"
#include "must.h"
#include <string.h>

enum { most = 3072, most_ranks = 16, collectives = 11 };
typedef long long value;
static const value untouched = 0x5555555555555555;

static unsigned state;
static MPI_Comm on[2];
static int count, root, in_place, users_op, kind;
static value from[most_ranks * most], to[most_ranks * most];
static MPI_Datatype type;
static MPI_Op op;
static int width; /* values in an element */
static int is_persistent, round_of; /* of the starts of one */
static MPI_Request request;

#define CALL(name, ...)                                                                                                \
    do {                                                                                                               \
        if (!is_persistent) MPI_##name(__VA_ARGS__);                                                                   \
        else if (round_of == 0) MPI_##name##_init(__VA_ARGS__, MPI_INFO_NULL, &request);                               \
        if (is_persistent) MPI_Start(&request), MPI_Wait(&request, MPI_STATUS_IGNORE);                                 \
    } while (0)

/* Of the operand or block of a rank, for rank `of` where each gets another. */
static value at(int who, int of, int i)
{
    return 100000 * round_of + 1000 * who + 37 * of + i;
}

static void greatest(void* in, void* inout, int* n, MPI_Datatype* of)
{
    (void)of;
    for (int i = 0; i < *n * width; ++i)
        if (((value*)in)[i] > ((value*)inout)[i]) ((value*)inout)[i] = ((value*)in)[i];
}

static void make_type(void)
{
    width = 1;
    type = MPI_LONG_LONG;
    if (kind == 0) return;
    width = kind;
    MPI_Type_contiguous(width, MPI_LONG_LONG, &type);
    MPI_Type_commit(&type);
}

static void make_op(int which)
{
    op = MPI_SUM;
    if (which >= 6 && (users_op || kind > 0)) MPI_Op_create(greatest, 1, &op);
}

static void free_made(void)
{
    if (kind > 0) MPI_Type_free(&type);
    if (op != MPI_SUM) MPI_Op_free(&op);
}

/* Of the ranks below `high`. */
static value reduced(int high, int of, int i)
{
    value sum = 0;
    for (int r = 0; r < high; ++r) sum += at(r, of, i);
    return op == MPI_SUM ? sum : at(high - 1, of, i);
}

static void fill(int blocks)
{
    for (int b = 0; b < blocks; ++b)
        for (int i = 0; i < count * width; ++i) from[b * count * width + i] = at(rank, b, i);
    memset(to, 0x55, sizeof to);
}

static void has(value is, value should, const char* what)
{
    if (is == should) return;
    fprintf(stderr, "%s: %lld, not %lld; count %d, kind %d, root %d, in place %d, users op %d\n", what, is, should,
            count, kind, root, in_place, users_op);
    must(0, what);
}

static int draw_count(void)
{
    return 1 + (int)draw(&state, draw(&state, 2) ? 2 : most / 3);
}

static void move(int which, MPI_Comm comm)
{
    int n = count * width;
    void* own = in_place ? MPI_IN_PLACE : (void*)from;
    int left_out = in_place ? draw_count() : count; /* means nothing in place, and may come to be the count */
    int at_root = rank == root ? left_out : count;
    fill(ranks);
    switch (which) {
    case 0: CALL(Barrier, comm); return;
    case 1:
        for (int i = 0; i < n && rank == root; ++i) to[i] = at(root, 0, i);
        CALL(Bcast, to, count, type, root, comm);
        for (int i = 0; i < n; ++i) has(to[i], at(root, 0, i), "bcast");
        return;
    case 2:
        for (int i = 0; i < n && in_place; ++i) to[rank * n + i] = from[i];
        CALL(Allgather, own, left_out, type, to, count, type, comm);
        for (int i = 0; i < ranks * n; ++i) has(to[i], at(i / n, 0, i % n), "allgather");
        return;
    case 3:
        for (int i = 0; i < n && in_place; ++i) to[rank * n + i] = from[i];
        CALL(Gather, rank == root ? own : from, at_root, type, to, count, type, root, comm);
        for (int i = 0; i < ranks * n && rank == root; ++i) has(to[i], at(i / n, 0, i % n), "gather");
        return;
    case 4:
        CALL(Scatter, from, count, type, rank == root && in_place ? MPI_IN_PLACE : to, at_root, type, root, comm);
        for (int i = 0; i < n && !(rank == root && in_place); ++i) has(to[i], at(root, rank, i), "scatter");
        return;
    default:
        for (int i = 0; i < ranks * n && in_place; ++i) to[i] = from[i];
        CALL(Alltoall, own, left_out, type, to, count, type, comm);
        for (int i = 0; i < ranks * n; ++i) has(to[i], at(i / n, rank, i % n), "alltoall");
    }
}

static void reduce(int which, MPI_Comm comm)
{
    int n = count * width, blocks = which == 9 ? ranks : 1, mine = which == 9 ? rank : 0;
    void* own = in_place ? MPI_IN_PLACE : (void*)from;
    fill(blocks);
    for (int i = 0; i < blocks * n && in_place; ++i) to[i] = from[i];
    if (which == 6) CALL(Reduce, rank == root ? own : from, to, count, type, op, root, comm);
    else if (which == 7) CALL(Allreduce, own, to, count, type, op, comm);
    else if (which == 8) CALL(Scan, own, to, count, type, op, comm);
    else if (which == 10) CALL(Exscan, own, to, count, type, op, comm);
    else CALL(Reduce_scatter_block, own, to, count, type, op, comm);
    int high = which == 8 ? rank + 1 : which == 10 ? rank : ranks;
    for (int i = 0; i < n && high > 0 && (which != 6 || rank == root); ++i)
        has(to[i], reduced(high, mine, i), "reduction");
    for (int i = 0; i < n && high == 0; ++i) has(to[i], in_place ? from[i] : untouched, "an exscan's rank 0");
}

/* As the ranks have agreed, or by another algorithm from now on. */
static void hint(MPI_Comm comm)
{
    static const char* const algorithms[] = {"auto", "recursive-doubling", "shm"};
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, draw(&state, 2) ? "hocket_allreduce" : "hocket_exscan", algorithms[draw(&state, 3)]);
    MPI_Comm_set_info(comm, info);
    MPI_Info_free(&info);
}

static void change(int* which, int* where)
{
    switch (draw(&state, 9)) {
    case 0: *which = (int)draw(&state, collectives); break;
    case 1: *where = (int)draw(&state, 2); break;
    case 2: count = draw_count(); break;
    case 3: root = (int)draw(&state, (unsigned)ranks); break;
    case 4: in_place = !in_place; break;
    case 5: users_op = !users_op; break;
    case 6: kind = (int)draw(&state, 4); break;
    case 7:
        if (draw(&state, 8) == 0) hint(on[*where]);
        break;
    default: /* the same handle may be another communicator's then */
        if (draw(&state, 8) == 0) MPI_Comm_free(&on[1]), MPI_Comm_dup(MPI_COMM_WORLD, &on[1]);
    }
}

/* All starts of a persistent one, or the one call. */
static void run(int which, MPI_Comm comm)
{
    int often = is_persistent ? 3 : 1;
    make_type();
    make_op(which);
    for (round_of = 0; round_of < often; ++round_of) {
        if (which < 6) move(which, comm);
        else reduce(which, comm);
    }
    if (is_persistent) MPI_Request_free(&request);
    free_made();
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    is_persistent = argc == 4 && strcmp(argv[3], "persistent") == 0;
    must((argc == 3 || is_persistent) && ranks <= most_ranks,
         "usage: repeated CALLS SEED [persistent], of 16 ranks at most");
    int calls = atoi(argv[1]), which = 0, where = 0;
    state = (unsigned)atoi(argv[2]);
    count = 1;
    for (int i = 0; i < 2; ++i) MPI_Comm_dup(MPI_COMM_WORLD, &on[i]);
    for (int i = 0; i < calls; ++i) {
        if (draw(&state, 3) == 0) change(&which, &where);
        run(which, on[where]);
    }
    for (int i = 0; i < 2; ++i) MPI_Comm_free(&on[i]);
    if (rank == 0) printf("ok %d calls, seed %s\n", calls, argv[2]);
    MPI_Finalize();
    return 0;
}

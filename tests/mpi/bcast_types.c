/* SPDX-License-Identifier: BSD-3-Clause */
/* bcast_types SPEC...: broadcasts of every shape, size and root, on several communicators, forced to each SPEC by the
 * info key. Without arguments: as the settings say. Prints "ok N cases", or the first case that fails. */
#include "forced.h"
#include "shapes.h"

static int cases;

struct where {
    MPI_Comm comm;
    const char *spec, *name;
    int rank, size;
    int calls; /* the same on all its ranks */
};

static struct where on(MPI_Comm comm, const char* spec, const char* name)
{
    struct where w = {.comm = comm, .spec = spec, .name = name};
    MPI_Comm_rank(comm, &w.rank);
    MPI_Comm_size(comm, &w.size);
    return w;
}

static void one_case(struct where* w, int kind, size_t n, int root)
{
    struct shape s;
    unsigned salt = (unsigned)(++w->calls * 7 + root);
    ++cases;
    shape_make(&s, kind, n);
    shape_clear(&s);
    if (w->rank == root) shape_fill(&s, salt);
    int code = MPI_Bcast(s.at, s.count, s.type, root, w->comm);
    const char* wrong = code == MPI_SUCCESS ? shape_judge(&s, salt) : "MPI_Bcast returned an error";
    if (wrong) {
        fprintf(stderr, "FAILED: %s, %s of %zu bytes from %d, rank %d of %d of %s: %s\n", w->spec, shape_names[kind], n,
                root, w->rank, w->size, w->name, wrong);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    shape_free(&s);
}

static void all_sizes(struct where* w)
{
    size_t p = (size_t)w->size, sizes[] = {0, 1, 2, p - 1, p, p + 1, 1023, 4099, 65537, 300007};
    for (int root = 0; root < w->size; ++root)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) one_case(w, 0, sizes[i], root);
    one_case(w, 0, 2097143, w->size / 2);
}

static void all_shapes(struct where* w)
{
    size_t sizes[] = {6, 6 * 1001, 6 * 30011};
    for (int kind = 1; kind < shape_kinds; ++kind)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
            one_case(w, kind, sizes[i], (kind + (int)i) % w->size);
    /* Every rank describes the same bytes in a way of its own. */
    for (int turn = 0; turn < shape_kinds; ++turn)
        one_case(w, (turn + w->rank) % shape_kinds, turn % 2 ? 6 * 7 : 6 * 20011, turn % w->size);
}

static void on_forced(MPI_Comm parent, const char* spec, const char* name, int everything)
{
    MPI_Comm comm = forced(parent, "bcast", spec);
    struct where w = on(comm, spec, name);
    if (everything) all_sizes(&w);
    all_shapes(&w);
    MPI_Comm_free(&comm);
}

static void on_parts(const char* spec)
{
    int rank;
    MPI_Comm part;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &part);
    on_forced(part, spec, "every other rank, backwards", 0);
    MPI_Comm_free(&part);
    on_forced(MPI_COMM_SELF, spec, "itself", 0);
}

/* Handles come again: each life has to begin anew, with other ranks, another size, with the key and without. */
static void many_lives(const char* spec)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int life = 0; life < 24; ++life) {
        MPI_Comm part, comm;
        MPI_Comm_split(MPI_COMM_WORLD, life % 3 && rank == 0, life % 2 ? rank : -rank, &part);
        comm = forced(part, "bcast", life % 4 ? spec : "native");
        MPI_Comm_free(&part);
        struct where w = on(comm, spec, "short-lived");
        for (int root = 0; root < w.size; ++root) one_case(&w, life % shape_kinds, 6 * 101, root);
        MPI_Comm_free(&comm);
    }
}

/* A communicator changes its mind. */
static void changing(const char* spec)
{
    static const char* const others[] = {"kary:k=5", "native", "auto", "flat:window=7"};
    MPI_Comm comm = forced(MPI_COMM_WORLD, "bcast", spec);
    struct where w = on(comm, spec, "changed by MPI_Comm_set_info");
    for (int i = 0; i < 4; ++i) {
        MPI_Info info;
        one_case(&w, 0, 10007, 0);
        MPI_Info_create(&info);
        MPI_Info_set(info, "hocket_bcast", others[i]);
        MPI_Comm_set_info(comm, info);
        MPI_Info_free(&info);
        one_case(&w, 3, 6 * 1003, w.size - 1);
    }
    MPI_Comm_free(&comm);
}

int main(int argc, char** argv)
{
    static char* as_set[] = {""};
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    char** specs = argc > 1 ? argv + 1 : as_set;
    for (int i = 0; i < (argc > 1 ? argc - 1 : 1); ++i) {
        on_forced(MPI_COMM_WORLD, specs[i], "all", 1);
        on_parts(specs[i]);
        many_lives(specs[i]);
        changing(specs[i]);
    }
    MPI_Finalize();
    if (rank == 0) printf("ok %d cases\n", cases);
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* measure MOST [hocket]: allreduce and reduce of vectors of up to MOST bytes that lie on a device, under Hocket, two
 * ways in turns: hand, as a program does it itself, copied to pinned memory, the library's own collective there (an
 * info key says so), and copied back; and hocket, where the collective gets the device's memory. A line for each
 * collective, size and way: us a call in each batch of calls, of the slowest rank. */
#include "../mpi/device_memory.h"
#include <mpi.h>
#include <string.h>

enum { hand, hocket, ways, batches = 15, few = 5 };
static const char* const way_names[] = {"hand", "hocket"};
static char *out, *in, *host_out, *host_in; /* of the device; pinned */
static MPI_Comm natively;
static int first_way = hand;

static void copy(void* to, const void* from, size_t n)
{
    device_must(device_driver()->copy((unsigned long long)to, (unsigned long long)from, n), "cuMemcpy");
}

static void combine(int way, int root, size_t n)
{
    MPI_Datatype type = n < 4 ? MPI_CHAR : MPI_FLOAT;
    MPI_Comm comm = way == hand ? natively : MPI_COMM_WORLD;
    int count = (int)(n < 4 ? n : n / 4);
    int rank;
    MPI_Comm_rank(comm, &rank);
    if (way == hand) copy(host_out, out, n);
    const char* from = way == hand ? host_out : out;
    char* to = way == hand ? host_in : in;
    if (root < 0) MPI_Allreduce(from, to, count, type, MPI_SUM, comm);
    else MPI_Reduce(from, to, count, type, MPI_SUM, root, comm);
    if (way == hand && (root < 0 || root == rank)) copy(in, host_in, n);
}

static void must_be_right(size_t n)
{
    int ranks;
    float first, last;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (n < 4) return;
    copy(&first, in, 4);
    copy(&last, in + n - 4, 4);
    if (first == (float)ranks && last == (float)ranks) return;
    fprintf(stderr, "FAILED: %zu bytes: %g and %g instead of %d\n", n, first, last, ranks);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* After a call that is not counted: processes which share a device have it in turns, and the way before had it last. */
static double us_a_call(int way, int root, size_t n, int calls)
{
    double took, slowest;
    combine(way, root, n);
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = MPI_Wtime();
    for (int i = 0; i < calls; ++i) combine(way, root, n);
    took = (MPI_Wtime() - begin) * 1e6 / calls;
    MPI_Allreduce(&took, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return slowest;
}

/* About a millisecond, after what a way does only once. */
static int calls_of_a_batch(int way, int root, size_t n)
{
    double one = us_a_call(way, root, n, 1);
    if (one > 20000) return 1;
    us_a_call(way, root, n, 20);
    one = us_a_call(way, root, n, 3);
    return one > 1000 ? 1 : one < 25 ? 40 : (int)(1000 / one);
}

static void measure(int root, size_t n)
{
    double us[ways][batches];
    int calls[ways], rank, rounds = n < 1 << 20 ? batches : few;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int way = first_way; way < ways; ++way) calls[way] = calls_of_a_batch(way, root, n);
    for (int i = 0; i < rounds; ++i)
        for (int way = first_way; way < ways; ++way) us[way][i] = us_a_call(way, root, n, calls[way]);
    for (int way = first_way; rank == 0 && way < ways; ++way) {
        printf("%s %zu %s", root < 0 ? "allreduce" : "reduce", n, way_names[way]);
        for (int i = 0; i < rounds; ++i) printf(" %.2f", us[way][i]);
        puts(""), fflush(stdout);
    }
}

int main(int argc, char** argv)
{
    int rank;
    MPI_Info info;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc == 3 && strcmp(argv[2], "hocket") == 0) first_way = hocket, --argc;
    size_t most = argc == 2 ? strtoull(argv[1], NULL, 10) : 0;
    if (most < 4) {
        if (rank == 0) fputs("usage: measure MOST_BYTES [hocket]\n", stderr);
        MPI_Finalize();
        return 2;
    }
    MPI_Info_create(&info);
    MPI_Info_set(info, "hocket_allreduce", "native");
    MPI_Info_set(info, "hocket_reduce", "native");
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &natively);
    MPI_Info_free(&info);
    out = device_allocate(most, on_device), in = device_allocate(most, on_device);
    host_out = device_allocate(most, on_pinned), host_in = device_allocate(most, on_pinned);
    for (size_t i = 0; i < most / 4; ++i) ((float*)host_out)[i] = 1;
    copy(out, host_out, most);
    for (size_t n = 1; n <= most; n *= 4) {
        measure(-1, n);
        must_be_right(n);
        measure(0, n);
    }
    MPI_Comm_free(&natively);
    MPI_Finalize();
    return 0;
}

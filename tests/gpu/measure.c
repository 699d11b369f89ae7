/* SPDX-License-Identifier: BSD-3-Clause */
/* measure direct|staged MOST: allreduce and reduce of vectors of up to MOST bytes that lie on a device, in us a call:
 * the mean over the calls of the slowest rank. direct: the collective gets the device's memory. staged: as a program
 * does by hand, copied to pinned host memory, the collective there, and copied back. */
#include "../mpi/device_memory.h"
#include <mpi.h>
#include <string.h>

static int staged;
static char *out, *in, *host_out, *host_in; /* of the device; pinned */

static void copy(void* to, const void* from, size_t n)
{
    device_must(device_driver()->copy((unsigned long long)to, (unsigned long long)from, n), "cuMemcpy");
}

static void combine(int root, size_t n)
{
    MPI_Datatype type = n < 4 ? MPI_CHAR : MPI_FLOAT;
    int count = (int)(n < 4 ? n : n / 4);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (staged) copy(host_out, out, n);
    const char* from = staged ? host_out : out;
    char* to = staged ? host_in : in;
    if (root < 0) MPI_Allreduce(from, to, count, type, MPI_SUM, MPI_COMM_WORLD);
    else MPI_Reduce(from, to, count, type, MPI_SUM, root, MPI_COMM_WORLD);
    if (staged && (root < 0 || root == rank)) copy(in, host_in, n);
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

static double us_a_call(int root, size_t n)
{
    int calls = n <= 8192 ? 200 : n <= 1 << 20 ? 40 : 6;
    double took, slowest;
    for (int i = 0; i < 1 + calls / 10; ++i) combine(root, n);
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = MPI_Wtime();
    for (int i = 0; i < calls; ++i) combine(root, n);
    took = (MPI_Wtime() - begin) * 1e6 / calls;
    MPI_Allreduce(&took, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return slowest;
}

int main(int argc, char** argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    size_t most = argc == 3 ? strtoull(argv[2], NULL, 10) : 0;
    staged = argc == 3 && strcmp(argv[1], "staged") == 0;
    if (most < 4 || (!staged && strcmp(argv[1], "direct") != 0)) {
        if (rank == 0) fputs("usage: measure direct|staged MOST_BYTES\n", stderr);
        MPI_Finalize();
        return 2;
    }
    out = device_allocate(most, on_device), in = device_allocate(most, on_device);
    host_out = device_allocate(most, on_pinned), host_in = device_allocate(most, on_pinned);
    for (size_t i = 0; i < most / 4; ++i) ((float*)host_out)[i] = 1;
    copy(out, host_out, most);
    for (size_t n = 1; n <= most; n *= 4) {
        double all = us_a_call(-1, n);
        must_be_right(n);
        double one = us_a_call(0, n);
        if (rank == 0) printf("%s %zu allreduce %.2f reduce %.2f\n", argv[1], n, all, one), fflush(stdout);
    }
    MPI_Finalize();
    return 0;
}

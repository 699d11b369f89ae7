/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong uses of device memory, on all ranks alike: an error or a slower way that works, never a crash; and no leak over
 * 10 000 buffers, where an argument asks for it. Some need the test double, which fails on demand. */
#include "device_memory.h"
#include "hocket/hocket.h"
#include <mpi.h>
#include <string.h>

enum { n = 5000 };

typedef void fault_function(const char*, int, int);
typedef long count_function(const char*);
static fault_function* fault;
static count_function* count;
static MPI_Comm comm = MPI_COMM_NULL; /* a new one after each error, which stays on its own */

static void renew(void)
{
    if (comm != MPI_COMM_NULL) MPI_Comm_free(&comm);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
}

static void must(int holds, const char* what)
{
    if (holds) return;
    fprintf(stderr, "FAILED: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static int class_of(int code)
{
    int class = MPI_SUCCESS;
    MPI_Error_class(code, &class);
    return class;
}

static void copy(void* to, const void* from, size_t bytes)
{
    device_must(device_driver()->copy((unsigned long long)to, (unsigned long long)from, bytes), "cuMemcpy");
}

/* Ones summed in memory of the device. */
static int summed(int* out, int* in)
{
    int data[n], ranks;
    MPI_Comm_size(comm, &ranks);
    for (int i = 0; i < n; ++i) data[i] = 1;
    copy(out, data, sizeof data);
    int code = MPI_Allreduce(out, in, n, MPI_INT, MPI_SUM, comm);
    if (code != MPI_SUCCESS) return code;
    copy(data, in, sizeof data);
    for (int i = 0; i < n; ++i) must(data[i] == ranks, "a wrong sum");
    return code;
}

static int ended_in_error(const char* said)
{
    return said && strncmp(said, "MPI_Allreduce ended in error ", 29) == 0;
}

static void freed_memory(int* out, int* in)
{
    MPI_Comm second;
    int* gone = (int*)device_allocate(n * sizeof(int), on_device);
    must(summed(gone, in) == MPI_SUCCESS, "a sum before");
    MPI_Comm_dup(comm, &second); /* now: what is made later may lie where the freed memory was */
    device_free((char*)gone);
    must(class_of(MPI_Allreduce(gone, in, n, MPI_INT, MPI_SUM, comm)) == MPI_ERR_BUFFER, "freed memory");
    must(class_of(MPI_Bcast(gone, n, MPI_INT, 0, second)) == MPI_ERR_BUFFER, "freed memory in a broadcast");
    MPI_Comm_free(&second);
    must(ended_in_error(hocket_allreduce_on_stream(out, in, n, MPI_INT, MPI_SUM, comm, NULL)), "a sum on a stream");
    renew();
    must(summed(out, in) == MPI_SUCCESS, "a sum after");
}

/* The driver's own error, at the first copy and after the collective. */
static void copies_that_fail(int* out, int* in)
{
    for (int after = 1; after < 3; ++after) { /* the program's own copy is the first */
        fault("copy", after, 1);
        must(class_of(summed(out, in)) == MPI_ERR_OTHER, "a copy that fails");
        if (after == 1) must(class_of(MPI_Barrier(comm)) == MPI_ERR_OTHER, "a collective after one left out");
        renew();
    }
    fault("query", 0, 1);
    must(class_of(MPI_Bcast(out, n, MPI_INT, 0, comm)) == MPI_ERR_OTHER, "a driver that does not answer");
    renew();
    must(summed(out, in) == MPI_SUCCESS, "a sum after failed copies");
}

/* A collective that one rank leaves out for an error of its driver's is not made up for by its next one, which would
 * meet the others' first. The last test: a message to the rank stays on its way. */
static void one_rank_out_of_step(int* out)
{
    int rank, ranks, data = 7;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    if (rank == 0) fault("query", 0, 1);
    int first = MPI_Bcast(out, 1, MPI_INT, ranks - 1, comm); /* the root waits for nobody */
    int second = rank == 0 ? MPI_Bcast(&data, 1, MPI_INT, ranks - 1, comm) : MPI_SUCCESS;
    must(class_of(first) == (rank == 0 ? MPI_ERR_OTHER : MPI_SUCCESS), "an error of one rank");
    must(rank != 0 || (class_of(second) == MPI_ERR_OTHER && data == 7), "a collective of a rank out of step");
    if (rank != 0) return; /* nor does it wait for anybody before a reduction on a stream: that was a hang */
    const char* third = hocket_allreduce_on_stream(&data, out, 1, MPI_INT, MPI_SUM, comm, NULL);
    must(ended_in_error(third), "a reduction on a stream of a rank out of step");
}

/* Alone, where the library has nothing to move: it was refused. */
static void alone(int* in)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int code = MPI_Iallreduce(MPI_IN_PLACE, in, n, MPI_INT, MPI_SUM, MPI_COMM_SELF, &request);
    must(code == MPI_SUCCESS, "a nonblocking sum of one rank in place");
    must(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS, "its end");
}

/* Many elements of few rows each: columns of a matrix by turns. */
static void rows_of_elements(void)
{
    enum { elements = 50 };
    int mine[elements * 6], rank;
    MPI_Datatype rows;
    MPI_Comm_rank(comm, &rank);
    MPI_Type_vector(2, 1, 3, MPI_INT, &rows); /* ints 0 and 3; the next begins at 4 */
    MPI_Type_commit(&rows);
    for (int i = 0; i < elements * 6; ++i) mine[i] = rank == 0 ? i : -1;
    void* at = device_take(mine, sizeof mine, on_device);
    must(MPI_Bcast(at, elements, rows, 0, comm) == MPI_SUCCESS, "a broadcast of rows");
    device_give(mine, at, sizeof mine);
    for (int i = 0; i < elements * 6; ++i) {
        int is_sent = i < elements * 4 && (i % 4 == 0 || i % 4 == 3);
        must(mine[i] == (is_sent || rank == 0 ? i : -1), "a wrong row");
    }
    MPI_Type_free(&rows);
}

/* No pinned memory: slower, and right. */
static void nothing_pinned(int* out, int* in)
{
    fault("register", 0, 1000);
    char* large = device_allocate(3 << 20, on_device);
    must(MPI_Bcast(large, 3 << 20, MPI_BYTE, 0, comm) == MPI_SUCCESS, "a broadcast without pinned memory");
    device_free(large);
    fault("register", 0, 0);
    must(summed(out, in) == MPI_SUCCESS, "a sum after");
}

/* Run by the library, which says that it reads no such memory; unless it does, or Hocket is told to run it. */
static void nonblocking_by_the_library(int* out, int* in)
{
    MPI_Request request = MPI_REQUEST_NULL;
    if (getenv("HOCKET_ALLREDUCE")) return;
    int code = MPI_Iallreduce(out, in, n, MPI_INT, MPI_SUM, comm, &request);
    if (code == MPI_SUCCESS) MPI_Wait(&request, MPI_STATUS_IGNORE);
    must(code == MPI_SUCCESS || class_of(code) == MPI_ERR_BUFFER, "a nonblocking sum by the library");
    must(!fault || code != MPI_SUCCESS, "no library reads memory of the double");
    renew();
}

/* The parts of a type 1 GB apart: more than is looked through. */
static void parts_far_apart(int* in)
{
    MPI_Datatype apart;
    MPI_Type_create_hvector(2, 1, (MPI_Aint)1 << 30, MPI_INT, &apart);
    MPI_Type_commit(&apart);
    must(class_of(MPI_Bcast(in, 1, apart, 0, comm)) == MPI_ERR_TYPE, "a type whose parts are far apart");
    renew();
    MPI_Type_free(&apart);
}

/* From one device to another, each with a context of its own. */
static void two_contexts(int* out)
{
    struct device_driver* by = device_driver();
    void *second, *first;
    if (by->retain(&second, 1) != 0) return; /* one device */
    device_must(by->set(second), "cuCtxSetCurrent");
    int* in = (int*)device_allocate(n * sizeof(int), on_device);
    device_must(by->retain(&first, 0), "cuDevicePrimaryCtxRetain");
    device_must(by->set(first), "cuCtxSetCurrent");
    must(MPI_Allreduce(out, in, n, MPI_INT, MPI_SUM, comm) == MPI_SUCCESS, "two contexts");
    device_must(by->set(second), "cuCtxSetCurrent");
    device_free((char*)in);
    device_must(by->set(first), "cuCtxSetCurrent");
}

static void many_buffers(void)
{
    long before = count ? count("registered") : 0;
    for (int i = 0; i < 10000; ++i) {
        char* one = device_allocate(1000 + (size_t)i % 777, i % 3);
        must(MPI_Bcast(one, 1000, MPI_BYTE, 0, comm) == MPI_SUCCESS, "one of many");
        device_free(one);
    }
    must(!count || count("registered") == before, "memory that is never given back");
}

int main(int argc, char** argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    renew();
    int* out = (int*)device_allocate(n * sizeof(int), on_device);
    int* in = (int*)device_allocate(n * sizeof(int), on_managed);
    *(void**)&fault = dlsym(device_driver()->library, "hocket_double_fault");
    *(void**)&count = dlsym(device_driver()->library, "hocket_double_count");
    must(summed(out, in) == MPI_SUCCESS, "a sum");
    freed_memory(out, in);
    parts_far_apart(in);
    two_contexts(out);
    nonblocking_by_the_library(out, in);
    rows_of_elements();
    if (argc > 1) many_buffers();
    if (fault) alone(in);
    if (fault) nothing_pinned(out, in);
    if (fault) copies_that_fail(out, in);
    if (fault && getenv("HOCKET_ALLREDUCE")) one_rank_out_of_step(out);
    device_free((char*)out);
    device_free((char*)in);
    MPI_Finalize();
    if (rank == 0) puts("ok");
    return 0;
}

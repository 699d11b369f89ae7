/* SPDX-License-Identifier: BSD-3-Clause */
/* device_streams: reductions in the order of a stream, and plain ones after the default stream. What lies in a buffer
 * when one is called comes there only when the stream gets so far: on the test double not before somebody waits for
 * that stream. */
#include "device_sums.h"
#include "hocket/hocket.h"

static void *stream, *queue; /* what Hocket is told, and where the program's work is put: default ones are two */
static int (*create)(void**, unsigned);
static int (*destroy)(void*);
static int (*begin_capture)(void*, int);
static int (*end_capture)(void*, void**);
static int (*put)(unsigned long long, unsigned long long, size_t, void*);
static int (*finish)(void*);
enum { most = 5000, non_blocking = 1, capture_relaxed = 2 };
static float *source, *target; /* pinned memory of the host */

static void find_streams(void)
{
    void* library = device_driver()->library;
    *(void**)&create = device_function(library, "cuStreamCreate");
    *(void**)&destroy = device_function(library, "cuStreamDestroy_v2");
    *(void**)&begin_capture = device_function(library, "cuStreamBeginCapture_v2");
    *(void**)&end_capture = device_function(library, "cuStreamEndCapture");
    *(void**)&put = device_function(library, "cuMemcpyAsync");
    *(void**)&finish = device_function(library, "cuStreamSynchronize");
    device_must(create(&stream, non_blocking), "cuStreamCreate");
    queue = stream;
    source = (float*)device_allocate(most * 4, on_pinned), target = (float*)device_allocate(most * 4, on_pinned);
}

static void put_on_stream(void* to, const void* from, int n)
{
    device_must(put((unsigned long long)to, (unsigned long long)from, (size_t)n * 4, queue), "cuMemcpyAsync");
}

static const char* reduced(const struct sum* s)
{
    int gets = s->root < 0 || s->root == rank;
    const void* from = s->in_place && gets ? MPI_IN_PLACE : s->out;
    if (s->root < 0) return hocket_allreduce_on_stream(from, s->in, s->n, MPI_FLOAT, MPI_SUM, comm, stream);
    return hocket_reduce_on_stream(from, gets ? s->in : NULL, s->n, MPI_FLOAT, MPI_SUM, s->root, comm, stream);
}

/* The operand is on its way when the reduction is called, and the result leaves by the stream. */
static void prepare(const struct sum* s)
{
    int gets = s->root < 0 || s->root == rank;
    char* operand = s->in_place && gets ? s->in : s->out;
    for (int i = 0; i < s->n; ++i) source[i] = -1;
    copy(operand, source, (size_t)s->n * 4);
    for (int i = 0; i < s->n; ++i) source[i] = (float)value(rank, i);
    put_on_stream(operand, source, s->n);
}

static int is_right(const struct sum* s)
{
    if (s->root >= 0 && s->root != rank) return 1;
    put_on_stream(target, s->in, s->n);
    device_must(finish(queue), "cuStreamSynchronize");
    for (int i = 0; i < s->n; ++i) {
        float all = 0;
        for (int r = 0; r < ranks; ++r) all += (float)value(r, i);
        if (target[i] != all) return 0;
    }
    return 1;
}

static void in_order(struct sum s, const char* what)
{
    prepare(&s);
    const char* trouble = reduced(&s);
    if (trouble) fprintf(stderr, "rank %d: %s\n", rank, trouble);
    must(!trouble, what);
    must(is_right(&s), what);
}

static void every_form(void)
{
    const int counts[] = {1, 17, most};
    for (int kind = on_device; kind <= on_host; ++kind) {
        char *out = device_allocate(most * 4, kind), *in = device_allocate(most * 4, kind);
        for (int i = 0; i < 3; ++i)
            for (int in_place = 0; in_place < 2; ++in_place)
                for (int root = -1; root < ranks; ++root)
                    in_order((struct sum){out, in, counts[i], root, in_place, 0}, "a reduction on a stream");
        device_free(out);
        device_free(in);
    }
}

/* Else the test would show nothing: who only calls MPI_Allreduce reduces what was there before. */
static void order_matters(char* out, char* in)
{
    float found;
    struct sum s = {out, in, 17, -1, 0, 0};
    prepare(&s);
    must(run(&s) == MPI_SUCCESS, "a sum of what was there before");
    copy(&found, in, sizeof found);
    must(found == (float)-ranks, "the double copies before anybody waits");
    device_must(finish(stream), "cuStreamSynchronize");
}

/* Nobody is left in the reduction, and the next one is right. */
static void a_stream_that_cannot_be_waited_for(char* out, char* in)
{
    struct sum s = {out, in, 100, -1, 0, 0};
    char other[64];
    for (int odd = 0; odd < ranks; ++odd) {
        void* graph = NULL;
        if (rank == odd) device_must(begin_capture(stream, capture_relaxed), "cuStreamBeginCapture");
        snprintf(other, sizeof other, "rank %d could not wait for its stream", odd);
        const char* trouble = reduced(&s);
        must(trouble && strcmp(trouble, rank != odd ? other
                                                    : "the stream cannot be waited for: "
                                                      "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED") == 0,
             "a stream that is being captured is an error on every rank");
        if (rank == odd) device_must(end_capture(stream, &graph), "a capture that goes on after the error");
        in_order(s, "the next one");
    }
    void* kept = stream;
    device_must(create(&stream, non_blocking), "cuStreamCreate");
    device_must(destroy(stream), "cuStreamDestroy");
    must(strstr(reduced(&s), "CUDA_ERROR_INVALID_HANDLE") != NULL, "a stream that was destroyed");
    stream = kept;
}

/* Memory that is not staged is waited for by nobody else. */
static void default_streams(void)
{
    void *kept = stream, *context;
    stream = NULL;
    for (int kind = on_device; kind <= on_host; ++kind) {
        char *out = device_allocate(100 * 4, kind), *in = device_allocate(100 * 4, kind);
        for (size_t one = 0; one < 3; ++one) {
            struct sum s = {out, in, 100, -1, 0, 0};
            queue = (void*)one; /* NULL, CU_STREAM_LEGACY, CU_STREAM_PER_THREAD */
            in_order(s, "a default stream");
            if (one == 2) continue;
            prepare(&s);
            device_must(device_driver()->set(NULL), "cuCtxSetCurrent");
            const char* trouble = reduced(&s);
            device_must(device_driver()->retain(&context, 0), "cuDevicePrimaryCtxRetain");
            device_must(device_driver()->set(context), "cuCtxSetCurrent");
            if (kind == on_host) must(trouble && strstr(trouble, "CUDA_ERROR_INVALID_CONTEXT"), "no context");
            else must(!trouble && is_right(&s), "a default stream by a thread without a context");
        }
        device_free(out);
        device_free(in);
    }
    stream = queue = kept;
}

/* Whose memory only another rank reads has to wait before that one does: no copy or kernel of its own comes behind. */
static void plain_calls_after_the_default_stream(char* out, char* in)
{
    void* kept = queue;
    const char* how = getenv("HOCKET_DEVICE");
    int by_kernels = count && how && strcmp(how, "kernel") == 0;
    for (size_t legacy = 0; legacy < 2; ++legacy) /* NULL, CU_STREAM_LEGACY */
        for (int in_place = 0; in_place < 2; ++in_place)
            for (int root = -1; root < ranks; ++root) {
                struct sum s = {out, in, 100, root, in_place, 0};
                long before = launches_of_all();
                queue = (void*)legacy;
                prepare(&s);
                must(run(&s) == MPI_SUCCESS, "a plain call after work on the default stream");
                must(is_right(&s), "a plain call that did not wait for the default stream");
                must(!by_kernels || launches_of_all() > before, "a plain call without a kernel");
            }
    queue = kept;
}

static void wrong_arguments(char* out, char* in)
{
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    const char* trouble = hocket_reduce_on_stream(out, in, 1, MPI_FLOAT, MPI_SUM, ranks, comm, stream);
    must(trouble && strncmp(trouble, "MPI_Reduce ended in error", 25) == 0, "a root that is none");
    trouble = hocket_allreduce_on_stream(out, in, 1, MPI_FLOAT, MPI_SUM, MPI_COMM_NULL, stream);
    must(trouble && strcmp(trouble, "no communicator is given") == 0, "no communicator");
}

/* Before any rank, and while only the first has loaded a driver. */
static void without_a_driver(void)
{
    struct sum s = {NULL, NULL, 1, -1, 0, 0};
    const char* none = "no driver of a device is loaded";
    for (int first = 0; first < 2; ++first) {
        if (first && ranks == 1) continue;
        if (first && rank == 0) device_driver();
        const char* trouble = reduced(&s);
        must(trouble != NULL, "streams without a driver");
        if (first && rank == 0) must(strcmp(trouble, "rank 1 could not wait for its stream") == 0, trouble);
        else must(strcmp(trouble, none) == 0, trouble);
    }
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    renew();
    without_a_driver();
    find_streams();
    find_double();
    char *out = device_allocate(most * 4, on_device), *in = device_allocate(most * 4, on_device);
    renew();
    every_form();
    if (fault) order_matters(out, in);
    if (fault) a_stream_that_cannot_be_waited_for(out, in);
    wrong_arguments(out, in);
    default_streams();
    plain_calls_after_the_default_stream(out, in);
    device_free(out);
    device_free(in);
    device_free((char*)source);
    device_free((char*)target);
    return end_well();
}

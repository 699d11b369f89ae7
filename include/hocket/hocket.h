/* SPDX-License-Identifier: BSD-3-Clause */
/* Hocket needs no call in a program. One that wants to know what runs, or to say what should, asks for the table of
 * functions below; it is there under hocket-run only, so that the same program runs without Hocket too:
 *
 *     const struct hocket_api* hocket = hocket_here();
 *     const char* trouble = hocket ? hocket->choose(comm, "bcast", "knomial:k=4") : NULL;
 *
 * Functions return NULL, or one sentence that says what is wrong and what is valid; it stays valid. Strings handed to
 * a function of the caller's are valid until that returns, unless it says otherwise. */
#ifndef HOCKET_HOCKET_H
#define HOCKET_HOCKET_H

#include "hocket/version.h"
#include <dlfcn.h>
#include <mpi.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An algorithm of the catalogue. */
struct hocket_entry {
    const char *collective, *name;
    const char* parameters;                /* at their defaults: "k=2, segment=0" */
    const char *aliases, *restrictions;    /* with ", " and "; " between them */
    const char *rounds, *bytes, *messages; /* costs as formulas */
    const char* source;
};

/* What runs for some sizes of a collective on a communicator. */
struct hocket_choice {
    const char* algorithm; /* a SPEC; valid until a choice on the communicator changes or that goes */
    const char* reason;    /* who says so; as long */
    size_t from, to;       /* bytes, as tables count them; to is the first size that it is not for */
};

/* Calls of a collective in any of its forms; those of persistent collectives when they are made. */
struct hocket_count {
    const char* collective;
    unsigned long long calls, own; /* own: of these, Hocket's algorithms ran; the others were the library's */
};

struct hocket_api {
    const char* version; /* of the library, not of this header */

    /* The entries of a collective such as "reduce_scatter_block", or of all where it is NULL. Any time. */
    const char* (*list)(const char* collective, void (*each)(const struct hocket_entry* entry, void* with), void* with);

    /* Collective over comm: from the next call on it runs this SPEC; "auto": as if nothing had been said. The same as
     * the info key hocket_COLLECTIVE. A wrong SPEC changes nothing. */
    const char* (*choose)(MPI_Comm comm, const char* collective, const char* spec);

    /* What a blocking call of so many bytes would run, for operators that commute; multicast that nobody has named if
     * it works, when that was not tried yet. Local; only after the first collective on comm, where its ranks agree. */
    const char* (*explain)(MPI_Comm comm, const char* collective, size_t bytes, struct hocket_choice* choice);

    /* Hands each line that HOCKET_EXPLAIN=1 would print, without its newline, to a function as well, on rank 0 of each
     * communicator; NULL ends it. Lines come from inside of collectives: the function must not call MPI. Not while
     * another thread is in a collective. */
    const char* (*listen)(void (*line)(const char* text, void* with), void* with);

    /* The collectives called so far on comm; with MPI_COMM_NULL those of this process, freed communicators included.
     * Calls on a communicator of one rank count too. */
    const char* (*count)(MPI_Comm comm, void (*each)(const struct hocket_count* count, void* with), void* with);

    /* From version 2 on: hocket_allreduce_on_stream and hocket_reduce_on_stream below. */
    const char* (*allreduce_on_stream)(const void* from, void* to, MPI_Count count, MPI_Datatype type, MPI_Op op,
                                       MPI_Comm comm, void* stream);
    const char* (*reduce_on_stream)(const void* from, void* to, MPI_Count count, MPI_Datatype type, MPI_Op op, int root,
                                    MPI_Comm comm, void* stream);
};

enum { hocket_api_version = 2 };

/* In libhocket.so. NULL where no MPI library is loaded yet, none that Hocket knows, or the version is not there. */
const struct hocket_api* hocket_api_of(int version);

/* The same as hocket_api_of, without a library to link with. What has been found once is kept. */
static inline const struct hocket_api* hocket_of_version(int version)
{
    typedef const struct hocket_api* getter(int);
    static const struct hocket_api* kept[hocket_api_version];
    const struct hocket_api* here = __atomic_load_n(&kept[version - 1], __ATOMIC_ACQUIRE);
    union {
        void* object;
        getter* function;
    } found;
    if (here) return here;
    found.object = dlsym(NULL, "hocket_api_of");
    if (found.object) here = found.function(version);
    if (here) __atomic_store_n(&kept[version - 1], here, __ATOMIC_RELEASE);
    return here;
}

/* NULL: this program runs without Hocket. It may be an older one: what is there from a later version on is to be read
 * where hocket_of_version gives that version only. */
static inline const struct hocket_api* hocket_here(void)
{
    return hocket_of_version(1);
}

/* MPI_Allreduce and MPI_Reduce in the order of a stream of a device (a cudaStream_t or CUstream, of each rank its own;
 * NULL: both default streams of the thread's current context, or where it has none of that in which a buffer lies, an
 * error where none does), wherever the buffers lie. Collective over comm, which has one group of ranks.
 *
 * The calling thread is blocked until all that was put on the stream before is over, on every rank, and this rank's
 * result is in its buffer. So whatever is put on the stream afterwards, or on any other, or is read by the host after
 * the return, finds the result; a program has to wait for nothing itself. Nothing is put on the stream. What runs
 * beside the call is the program's work on other streams, but for the default one, for which Hocket waits with memory
 * of devices at every call. A stream whose work waits for this call to return never ends.
 *
 * If a stream cannot be waited for on any rank (none has a driver loaded, the stream is being captured, which goes
 * on, work on it has failed, ...), all ranks get a sentence that says so, nothing has been reduced, and the
 * communicator goes on. A handle of a stream that was destroyed is as wrong as with the driver itself. An error of
 * MPI's, as of wrong arguments, goes to the error handler of comm as with MPI_Allreduce, and ends in a sentence if that
 * returns. */
static inline const char* hocket_allreduce_on_stream(const void* from, void* to, MPI_Count count, MPI_Datatype type,
                                                     MPI_Op op, MPI_Comm comm, void* stream)
{
    const struct hocket_api* hocket = hocket_of_version(2);
    if (!hocket) return "this program runs without Hocket, or with one that knows no streams";
    return hocket->allreduce_on_stream(from, to, count, type, op, comm, stream);
}
static inline const char* hocket_reduce_on_stream(const void* from, void* to, MPI_Count count, MPI_Datatype type,
                                                  MPI_Op op, int root, MPI_Comm comm, void* stream)
{
    const struct hocket_api* hocket = hocket_of_version(2);
    if (!hocket) return "this program runs without Hocket, or with one that knows no streams";
    return hocket->reduce_on_stream(from, to, count, type, op, root, comm, stream);
}

#ifdef __cplusplus
}
#endif

#endif

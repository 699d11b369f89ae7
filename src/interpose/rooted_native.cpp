// SPDX-License-Identifier: BSD-3-Clause
// Gather and scatter handed on to the library, as they came.
#include "interpose/call_library.hpp"
#include "interpose/rooted_call.hpp"

namespace hocket {

namespace {

// `more`: what a nonblocking form takes beyond.
template <class F, class... More> int gather(F* function, const rooted_call& c, More... more)
{
    return call_library(function, c.own.at, c.own.count, c.own.type, c.all.at, c.all.each, c.all.type, c.root, c.comm,
                        more...);
}

template <class F, class... More> int scatter(F* function, const rooted_call& c, More... more)
{
    return call_library(function, c.all.at, c.all.each, c.all.type, c.own.at, c.own.count, c.own.type, c.root, c.comm,
                        more...);
}

template <class F, class Count, class Offset, class... More>
int gatherv(F* function, const rooted_call& c, Count* counts, Offset* offsets, More... more)
{
    return call_library(function, c.own.at, c.own.count, c.own.type, c.all.at, counts, offsets, c.all.type, c.root,
                        c.comm, more...);
}

template <class F, class Count, class Offset, class... More>
int scatterv(F* function, const rooted_call& c, Count* counts, Offset* offsets, More... more)
{
    return call_library(function, c.all.at, counts, offsets, c.all.type, c.own.at, c.own.count, c.own.type, c.root,
                        c.comm, more...);
}

} // namespace

int rooted_call::native() const
{
    if (later) return start_native(later);
    auto& c = *this;
    switch (which) {
    case collective::gather: return large ? gather(mpi.Gather_c, c) : gather(mpi.Gather, c);
    case collective::scatter: return large ? scatter(mpi.Scatter_c, c) : scatter(mpi.Scatter, c);
    case collective::gatherv:
        return large ? gatherv(mpi.Gatherv_c, c, all.large_counts, all.large_offsets)
                     : gatherv(mpi.Gatherv, c, all.counts, all.offsets);
    default:
        return large ? scatterv(mpi.Scatterv_c, c, all.large_counts, all.large_offsets)
                     : scatterv(mpi.Scatterv, c, all.counts, all.offsets);
    }
}

int rooted_call::start_native(MPI_Request* request) const
{
    auto& c = *this;
    switch (which) {
    case collective::gather: return large ? gather(mpi.Igather_c, c, request) : gather(mpi.Igather, c, request);
    case collective::scatter: return large ? scatter(mpi.Iscatter_c, c, request) : scatter(mpi.Iscatter, c, request);
    case collective::gatherv:
        return large ? gatherv(mpi.Igatherv_c, c, all.large_counts, all.large_offsets, request)
                     : gatherv(mpi.Igatherv, c, all.counts, all.offsets, request);
    default:
        return large ? scatterv(mpi.Iscatterv_c, c, all.large_counts, all.large_offsets, request)
                     : scatterv(mpi.Iscatterv, c, all.counts, all.offsets, request);
    }
}

int rooted_call::native_nonblocking() const
{
    auto handle = MPI_REQUEST_NULL;
    int code = start_native(&handle);
    return code == MPI_SUCCESS ? mpi.Wait(&handle, MPI_STATUS_IGNORE) : code;
}

} // namespace hocket

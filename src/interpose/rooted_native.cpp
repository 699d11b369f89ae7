// SPDX-License-Identifier: BSD-3-Clause
// Gather and scatter handed on to the library, as they came.
#include "interpose/call_library.hpp"
#include "interpose/narrow.hpp"
#include "interpose/rooted_call.hpp"

namespace hocket {

namespace {

// `more`: what a form that does not wait takes beyond.
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

// The function of the library's for this form, called by `how`.
template <class How, class Once, class Again> int later_call(const later_form& form, How how, Once* once, Again* again)
{
    return form.persistent ? how(again, form.info, form.request) : how(once, form.request);
}

} // namespace

int rooted_call::native() const
{
    if (is_beyond_library(*this)) return native_narrowed(*this);
    if (later) return start_native();
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

int rooted_call::start_native() const
{
    if (later.staged) return start_as_it_came(*this);
    return large ? start_native_large() : start_native_small();
}

int rooted_call::start_native_small() const
{
    auto gathered = [this](auto* f, auto... more) { return gather(f, *this, more...); };
    auto scattered = [this](auto* f, auto... more) { return scatter(f, *this, more...); };
    auto gathered_list = [this](auto* f, auto... more) { return gatherv(f, *this, all.counts, all.offsets, more...); };
    auto scattered_list = [this](auto* f, auto... more) {
        return scatterv(f, *this, all.counts, all.offsets, more...);
    };
    switch (which) {
    case collective::gather: return later_call(later, gathered, mpi.Igather, mpi.Gather_init);
    case collective::scatter: return later_call(later, scattered, mpi.Iscatter, mpi.Scatter_init);
    case collective::gatherv: return later_call(later, gathered_list, mpi.Igatherv, mpi.Gatherv_init);
    default: return later_call(later, scattered_list, mpi.Iscatterv, mpi.Scatterv_init);
    }
}

int rooted_call::start_native_large() const
{
    auto gathered = [this](auto* f, auto... more) { return gather(f, *this, more...); };
    auto scattered = [this](auto* f, auto... more) { return scatter(f, *this, more...); };
    auto gathered_list = [this](auto* f, auto... more) {
        return gatherv(f, *this, all.large_counts, all.large_offsets, more...);
    };
    auto scattered_list = [this](auto* f, auto... more) {
        return scatterv(f, *this, all.large_counts, all.large_offsets, more...);
    };
    switch (which) {
    case collective::gather: return later_call(later, gathered, mpi.Igather_c, mpi.Gather_init_c);
    case collective::scatter: return later_call(later, scattered, mpi.Iscatter_c, mpi.Scatter_init_c);
    case collective::gatherv: return later_call(later, gathered_list, mpi.Igatherv_c, mpi.Gatherv_init_c);
    default: return later_call(later, scattered_list, mpi.Iscatterv_c, mpi.Scatterv_init_c);
    }
}

int rooted_call::native_nonblocking() const
{
    auto handle = MPI_REQUEST_NULL;
    auto same = *this;
    same.later = {&handle};
    int code = same.native();
    return code == MPI_SUCCESS ? mpi.Wait(&handle, MPI_STATUS_IGNORE) : code;
}

} // namespace hocket

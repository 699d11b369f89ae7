// SPDX-License-Identifier: BSD-3-Clause
// Nonblocking and persistent calls handed on to the library, as they came.
#include "interpose/allgather_call.hpp"
#include "interpose/alltoall_call.hpp"
#include "interpose/reduction_call.hpp"

namespace hocket {

int reduction_call::start_native() const
{
    if (later.staged) return start_as_it_came(*this);
    auto plain = [&](auto* once, auto* again) {
        return call_library_later(later, once, again, from, to, count, type, op, comm);
    };
    switch (which) {
    case collective::reduce: return start_native_reduce();
    case collective::reduce_scatter: return start_native_reduce_scatter();
    case collective::allreduce:
        return large ? plain(mpi.Iallreduce_c, mpi.Allreduce_init_c) : plain(mpi.Iallreduce, mpi.Allreduce_init);
    case collective::reduce_scatter_block:
        return large ? plain(mpi.Ireduce_scatter_block_c, mpi.Reduce_scatter_block_init_c)
                     : plain(mpi.Ireduce_scatter_block, mpi.Reduce_scatter_block_init);
    case collective::scan: return large ? plain(mpi.Iscan_c, mpi.Scan_init_c) : plain(mpi.Iscan, mpi.Scan_init);
    default: return large ? plain(mpi.Iexscan_c, mpi.Exscan_init_c) : plain(mpi.Iexscan, mpi.Exscan_init);
    }
}

int reduction_call::start_native_reduce() const
{
    auto rooted = [&](auto* once, auto* again) {
        return call_library_later(later, once, again, from, to, count, type, op, root, comm);
    };
    return large ? rooted(mpi.Ireduce_c, mpi.Reduce_init_c) : rooted(mpi.Ireduce, mpi.Reduce_init);
}

int reduction_call::start_native_reduce_scatter() const
{
    auto listed = [&](auto* once, auto* again, auto* list) {
        return call_library_later(later, once, again, from, to, list, type, op, comm);
    };
    return large ? listed(mpi.Ireduce_scatter_c, mpi.Reduce_scatter_init_c, large_counts)
                 : listed(mpi.Ireduce_scatter, mpi.Reduce_scatter_init, counts);
}

int allgather_call::start_native() const
{
    if (later.staged) return start_as_it_came(*this);
    auto equal = [&](auto* once, auto* again) {
        return call_library_later(later, once, again, from, count, type, all.at, all.each, all.type, comm);
    };
    auto listed = [&](auto* once, auto* again, auto* list, auto* offsets) {
        return call_library_later(later, once, again, from, count, type, all.at, list, offsets, all.type, comm);
    };
    if (which == collective::allgather)
        return large ? equal(mpi.Iallgather_c, mpi.Allgather_init_c) : equal(mpi.Iallgather, mpi.Allgather_init);
    return large ? listed(mpi.Iallgatherv_c, mpi.Allgatherv_init_c, all.large_counts, all.large_offsets)
                 : listed(mpi.Iallgatherv, mpi.Allgatherv_init, all.counts, all.offsets);
}

int alltoall_call::start_native() const
{
    if (later.staged) return start_as_it_came(*this);
    auto equal = [&](auto* once, auto* again) {
        return call_library_later(later, once, again, out.at, out.each, out.type, in.at, in.each, in.type, comm);
    };
    auto listed = [&](auto* once, auto* again, auto with, auto to) {
        return call_library_later(later, once, again, out.at, with(out), to(out), out.type, in.at, with(in), to(in),
                                  in.type, comm);
    };
    auto typed = [&](auto* once, auto* again, auto with, auto to) {
        return call_library_later(later, once, again, out.at, with(out), to(out), out.types, in.at, with(in), to(in),
                                  in.types, comm);
    };
    auto counts = [](auto& side) { return side.counts; };
    auto offsets = [](auto& side) { return side.offsets; };
    auto large_counts = [](auto& side) { return side.large_counts; };
    auto large_offsets = [](auto& side) { return side.large_offsets; };
    switch (which) {
    case collective::alltoall:
        return large ? equal(mpi.Ialltoall_c, mpi.Alltoall_init_c) : equal(mpi.Ialltoall, mpi.Alltoall_init);
    case collective::alltoallv:
        return large ? listed(mpi.Ialltoallv_c, mpi.Alltoallv_init_c, large_counts, large_offsets)
                     : listed(mpi.Ialltoallv, mpi.Alltoallv_init, counts, offsets);
    default:
        return large ? typed(mpi.Ialltoallw_c, mpi.Alltoallw_init_c, large_counts, large_offsets)
                     : typed(mpi.Ialltoallw, mpi.Alltoallw_init, counts, offsets);
    }
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// Nonblocking calls handed on to the library, as they came.
#include "interpose/allgather_call.hpp"
#include "interpose/alltoall_call.hpp"
#include "interpose/call_library.hpp"
#include "interpose/reduction_call.hpp"

namespace hocket {

int reduction_call::start_native() const
{
    auto plain = [&](auto* f) { return call_library(f, from, to, count, type, op, comm, later); };
    switch (which) {
    case collective::reduce:
        return large ? call_library(mpi.Ireduce_c, from, to, count, type, op, root, comm, later)
                     : call_library(mpi.Ireduce, from, to, count, type, op, root, comm, later);
    case collective::reduce_scatter:
        return large ? call_library(mpi.Ireduce_scatter_c, from, to, large_counts, type, op, comm, later)
                     : call_library(mpi.Ireduce_scatter, from, to, counts, type, op, comm, later);
    case collective::allreduce: return large ? plain(mpi.Iallreduce_c) : plain(mpi.Iallreduce);
    case collective::reduce_scatter_block:
        return large ? plain(mpi.Ireduce_scatter_block_c) : plain(mpi.Ireduce_scatter_block);
    case collective::scan: return large ? plain(mpi.Iscan_c) : plain(mpi.Iscan);
    default: return large ? plain(mpi.Iexscan_c) : plain(mpi.Iexscan);
    }
}

int allgather_call::start_native() const
{
    auto equal = [&](auto* f) { return call_library(f, from, count, type, all.at, all.each, all.type, comm, later); };
    if (which == collective::allgather) return large ? equal(mpi.Iallgather_c) : equal(mpi.Iallgather);
    if (large)
        return call_library(mpi.Iallgatherv_c, from, count, type, all.at, all.large_counts, all.large_offsets, all.type,
                            comm, later);
    return call_library(mpi.Iallgatherv, from, count, type, all.at, all.counts, all.offsets, all.type, comm, later);
}

int alltoall_call::start_native() const
{
    auto equal = [&](auto* f) {
        return call_library(f, out.at, out.each, out.type, in.at, in.each, in.type, comm, later);
    };
    auto listed = [&](auto* f, auto with, auto to) {
        return call_library(f, out.at, with(out), to(out), out.type, in.at, with(in), to(in), in.type, comm, later);
    };
    auto typed = [&](auto* f, auto with, auto to) {
        return call_library(f, out.at, with(out), to(out), out.types, in.at, with(in), to(in), in.types, comm, later);
    };
    auto counts = [](auto& side) { return side.counts; };
    auto offsets = [](auto& side) { return side.offsets; };
    auto large_counts = [](auto& side) { return side.large_counts; };
    auto large_offsets = [](auto& side) { return side.large_offsets; };
    switch (which) {
    case collective::alltoall: return large ? equal(mpi.Ialltoall_c) : equal(mpi.Ialltoall);
    case collective::alltoallv:
        return large ? listed(mpi.Ialltoallv_c, large_counts, large_offsets) : listed(mpi.Ialltoallv, counts, offsets);
    default:
        return large ? typed(mpi.Ialltoallw_c, large_counts, large_offsets) : typed(mpi.Ialltoallw, counts, offsets);
    }
}

} // namespace hocket

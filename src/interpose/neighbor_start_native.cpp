// SPDX-License-Identifier: BSD-3-Clause
// Nonblocking and persistent neighborhood collectives handed on to the library, as they came.
#include "interpose/neighbor_call.hpp"

namespace hocket {

int neighbor_call::start_allgather() const
{
    auto equal = [&](auto* once, auto* again) {
        return call_library_later(later, once, again, out.at, out.each, out.type, in.at, in.each, in.type, comm);
    };
    auto listed = [&](auto* once, auto* again, auto* counts, auto* offsets) {
        return call_library_later(later, once, again, out.at, out.each, out.type, in.at, counts, offsets, in.type,
                                  comm);
    };
    if (is_regular())
        return large ? equal(mpi.Ineighbor_allgather_c, mpi.Neighbor_allgather_init_c)
                     : equal(mpi.Ineighbor_allgather, mpi.Neighbor_allgather_init);
    return large ? listed(mpi.Ineighbor_allgatherv_c, mpi.Neighbor_allgatherv_init_c, in.large_counts, in.large_offsets)
                 : listed(mpi.Ineighbor_allgatherv, mpi.Neighbor_allgatherv_init, in.counts, in.offsets);
}

int neighbor_call::start_native() const
{
    if (later.staged) return start_as_it_came(*this);
    if (gathers()) return start_allgather();
    auto equal = [&](auto* once, auto* again) {
        return call_library_later(later, once, again, out.at, out.each, out.type, in.at, in.each, in.type, comm);
    };
    auto listed = [&](auto* once, auto* again, auto counts, auto offsets) {
        return call_library_later(later, once, again, out.at, counts(out), offsets(out), out.type, in.at, counts(in),
                                  offsets(in), in.type, comm);
    };
    auto typed = [&](auto* once, auto* again, auto counts) {
        return call_library_later(later, once, again, out.at, counts(out), out.large_offsets, out.types, in.at,
                                  counts(in), in.large_offsets, in.types, comm);
    };
    auto counts = [](auto& side) { return side.counts; };
    auto offsets = [](auto& side) { return side.offsets; };
    auto large_counts = [](auto& side) { return side.large_counts; };
    auto large_offsets = [](auto& side) { return side.large_offsets; };
    switch (which) {
    case collective::neighbor_alltoall:
        return large ? equal(mpi.Ineighbor_alltoall_c, mpi.Neighbor_alltoall_init_c)
                     : equal(mpi.Ineighbor_alltoall, mpi.Neighbor_alltoall_init);
    case collective::neighbor_alltoallv:
        return large ? listed(mpi.Ineighbor_alltoallv_c, mpi.Neighbor_alltoallv_init_c, large_counts, large_offsets)
                     : listed(mpi.Ineighbor_alltoallv, mpi.Neighbor_alltoallv_init, counts, offsets);
    default:
        return large ? typed(mpi.Ineighbor_alltoallw_c, mpi.Neighbor_alltoallw_init_c, large_counts)
                     : typed(mpi.Ineighbor_alltoallw, mpi.Neighbor_alltoallw_init, counts);
    }
}

} // namespace hocket

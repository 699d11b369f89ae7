// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/entries.hpp"

namespace hocket::handle {

namespace {

// The equal forms differ in the type of a count alone, in three of the others in that of an offset too.
template <collective which, class Count>
neighbor_call equal(const void* from, Count n, MPI_Datatype type, void* to, Count each, MPI_Datatype as, MPI_Comm comm)
{
    user_blocks out{.at = const_cast<void*>(from), .type = type, .each = n}, in{.at = to, .type = as, .each = each};
    return {which, sizeof(Count) > sizeof(int), out, in, comm};
}
constexpr auto neighbor_allgather = equal<collective::neighbor_allgather, int>;
constexpr auto neighbor_allgather_c = equal<collective::neighbor_allgather, MPI_Count>;
constexpr auto neighbor_alltoall = equal<collective::neighbor_alltoall, int>;
constexpr auto neighbor_alltoall_c = equal<collective::neighbor_alltoall, MPI_Count>;

user_blocks with_lists(user_blocks of, const int* counts, const int* offsets)
{
    of.counts = counts, of.offsets = offsets;
    return of;
}
user_blocks with_lists(user_blocks of, const int* counts, const MPI_Aint* offsets)
{
    of.counts = counts, of.large_offsets = offsets;
    return of;
}
user_blocks with_lists(user_blocks of, const MPI_Count* counts, const MPI_Aint* offsets)
{
    of.large_counts = counts, of.large_offsets = offsets;
    return of;
}

template <class Count, class Offset>
neighbor_call gathered(const void* from, Count n, MPI_Datatype type, void* to, const Count* counts,
                       const Offset* offsets, MPI_Datatype as, MPI_Comm comm)
{
    user_blocks out{.at = const_cast<void*>(from), .type = type, .each = n}, in{.at = to, .type = as};
    return {collective::neighbor_allgatherv, sizeof(Count) > sizeof(int), out, with_lists(in, counts, offsets), comm};
}
constexpr auto neighbor_allgatherv = gathered<int, int>;
constexpr auto neighbor_allgatherv_c = gathered<MPI_Count, MPI_Aint>;

template <class Count, class Offset>
neighbor_call listed(const void* from, const Count* counts, const Offset* offsets, MPI_Datatype type, void* to,
                     const Count* in_counts, const Offset* in_offsets, MPI_Datatype as, MPI_Comm comm)
{
    user_blocks out{.at = const_cast<void*>(from), .type = type}, in{.at = to, .type = as};
    return {collective::neighbor_alltoallv, sizeof(Count) > sizeof(int), with_lists(out, counts, offsets),
            with_lists(in, in_counts, in_offsets), comm};
}
constexpr auto neighbor_alltoallv = listed<int, int>;
constexpr auto neighbor_alltoallv_c = listed<MPI_Count, MPI_Aint>;

template <class Count>
neighbor_call typed(const void* from, const Count* counts, const MPI_Aint* offsets, const MPI_Datatype* types, void* to,
                    const Count* in_counts, const MPI_Aint* in_offsets, const MPI_Datatype* in_types, MPI_Comm comm)
{
    user_blocks out{.at = const_cast<void*>(from), .types = types}, in{.at = to, .types = in_types};
    return {collective::neighbor_alltoallw, sizeof(Count) > sizeof(int), with_lists(out, counts, offsets),
            with_lists(in, in_counts, in_offsets), comm};
}
constexpr auto neighbor_alltoallw = typed<int>;
constexpr auto neighbor_alltoallw_c = typed<MPI_Count>;

} // namespace

HOCKET_ENTRIES(Neighbor_allgather, neighbor_allgather)
HOCKET_ENTRIES(Neighbor_allgatherv, neighbor_allgatherv)
HOCKET_ENTRIES(Neighbor_alltoall, neighbor_alltoall)
HOCKET_ENTRIES(Neighbor_alltoallv, neighbor_alltoallv)
HOCKET_ENTRIES(Neighbor_alltoallw, neighbor_alltoallw)

} // namespace hocket::handle

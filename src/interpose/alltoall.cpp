// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/entries.hpp"

namespace hocket::handle {

namespace {

alltoall_call alltoall(const void* from, int n, MPI_Datatype type, void* to, int each, MPI_Datatype as, MPI_Comm comm)
{
    user_blocks out{.at = const_cast<void*>(from), .type = type, .each = n}, in{.at = to, .type = as, .each = each};
    return {collective::alltoall, false, out, in, comm};
}

alltoall_call alltoall_c(const void* from, MPI_Count n, MPI_Datatype type, void* to, MPI_Count each, MPI_Datatype as,
                         MPI_Comm comm)
{
    user_blocks out{.at = const_cast<void*>(from), .type = type, .each = n}, in{.at = to, .type = as, .each = each};
    return {collective::alltoall, true, out, in, comm};
}

alltoall_call alltoallv(const void* from, const int* counts, const int* offsets, MPI_Datatype type, void* to,
                        const int* in_counts, const int* in_offsets, MPI_Datatype as, MPI_Comm comm)
{
    user_blocks out{.at = const_cast<void*>(from), .type = type, .counts = counts, .offsets = offsets};
    user_blocks in{.at = to, .type = as, .counts = in_counts, .offsets = in_offsets};
    return {collective::alltoallv, false, out, in, comm};
}

alltoall_call alltoallv_c(const void* from, const MPI_Count* counts, const MPI_Aint* offsets, MPI_Datatype type,
                          void* to, const MPI_Count* in_counts, const MPI_Aint* in_offsets, MPI_Datatype as,
                          MPI_Comm comm)
{
    user_blocks out{.at = const_cast<void*>(from), .type = type, .large_counts = counts, .large_offsets = offsets};
    user_blocks in{.at = to, .type = as, .large_counts = in_counts, .large_offsets = in_offsets};
    return {collective::alltoallv, true, out, in, comm};
}

alltoall_call alltoallw(const void* from, const int* counts, const int* offsets, const MPI_Datatype* types, void* to,
                        const int* in_counts, const int* in_offsets, const MPI_Datatype* in_types, MPI_Comm comm)
{
    user_blocks out{.at = const_cast<void*>(from), .counts = counts, .offsets = offsets, .types = types};
    user_blocks in{.at = to, .counts = in_counts, .offsets = in_offsets, .types = in_types};
    return {collective::alltoallw, false, out, in, comm};
}

alltoall_call alltoallw_c(const void* from, const MPI_Count* counts, const MPI_Aint* offsets, const MPI_Datatype* types,
                          void* to, const MPI_Count* in_counts, const MPI_Aint* in_offsets,
                          const MPI_Datatype* in_types, MPI_Comm comm)
{
    user_blocks out{.at = const_cast<void*>(from), .large_counts = counts, .large_offsets = offsets, .types = types};
    user_blocks in{.at = to, .large_counts = in_counts, .large_offsets = in_offsets, .types = in_types};
    return {collective::alltoallw, true, out, in, comm};
}

} // namespace

HOCKET_ENTRIES(Alltoall, alltoall)
HOCKET_ENTRIES(Alltoallv, alltoallv)
HOCKET_ENTRIES(Alltoallw, alltoallw)

} // namespace hocket::handle

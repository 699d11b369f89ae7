// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/entries.hpp"

namespace hocket::handle {

namespace {

allgather_call allgather(const void* from, int n, MPI_Datatype type, void* to, int each, MPI_Datatype as, MPI_Comm comm)
{
    user_blocks all{.at = to, .type = as, .each = each};
    return {collective::allgather, false, from, n, type, all, comm};
}

allgather_call allgather_c(const void* from, MPI_Count n, MPI_Datatype type, void* to, MPI_Count each, MPI_Datatype as,
                           MPI_Comm comm)
{
    user_blocks all{.at = to, .type = as, .each = each};
    return {collective::allgather, true, from, n, type, all, comm};
}

allgather_call allgatherv(const void* from, int n, MPI_Datatype type, void* to, const int* counts, const int* offsets,
                          MPI_Datatype as, MPI_Comm comm)
{
    user_blocks all{.at = to, .type = as, .counts = counts, .offsets = offsets};
    return {collective::allgatherv, false, from, n, type, all, comm};
}

allgather_call allgatherv_c(const void* from, MPI_Count n, MPI_Datatype type, void* to, const MPI_Count* counts,
                            const MPI_Aint* offsets, MPI_Datatype as, MPI_Comm comm)
{
    user_blocks all{.at = to, .type = as, .large_counts = counts, .large_offsets = offsets};
    return {collective::allgatherv, true, from, n, type, all, comm};
}

} // namespace

HOCKET_ENTRIES(Allgather, allgather)
HOCKET_ENTRIES(Allgatherv, allgatherv)

} // namespace hocket::handle

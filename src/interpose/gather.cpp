// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/entries.hpp"

namespace hocket::handle {

namespace {

rooted_call gather_of(collective which, bool large, const void* from, MPI_Count n, MPI_Datatype type,
                      const user_blocks& all, int root, MPI_Comm comm)
{
    return {which, large, {const_cast<void*>(from), n, type}, all, root, comm};
}

rooted_call gather(const void* from, int n, MPI_Datatype type, void* to, int each, MPI_Datatype as, int root,
                   MPI_Comm comm)
{
    return gather_of(collective::gather, false, from, n, type, {.at = to, .type = as, .each = each}, root, comm);
}

rooted_call gather_c(const void* from, MPI_Count n, MPI_Datatype type, void* to, MPI_Count each, MPI_Datatype as,
                     int root, MPI_Comm comm)
{
    return gather_of(collective::gather, true, from, n, type, {.at = to, .type = as, .each = each}, root, comm);
}

rooted_call gatherv(const void* from, int n, MPI_Datatype type, void* to, const int* counts, const int* offsets,
                    MPI_Datatype as, int root, MPI_Comm comm)
{
    user_blocks all{.at = to, .type = as, .counts = counts, .offsets = offsets};
    return gather_of(collective::gatherv, false, from, n, type, all, root, comm);
}

rooted_call gatherv_c(const void* from, MPI_Count n, MPI_Datatype type, void* to, const MPI_Count* counts,
                      const MPI_Aint* offsets, MPI_Datatype as, int root, MPI_Comm comm)
{
    user_blocks all{.at = to, .type = as, .large_counts = counts, .large_offsets = offsets};
    return gather_of(collective::gatherv, true, from, n, type, all, root, comm);
}

} // namespace

HOCKET_ENTRIES(Gather, gather)
HOCKET_ENTRIES(Gatherv, gatherv)

} // namespace hocket::handle

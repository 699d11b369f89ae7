// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/entries.hpp"

namespace hocket::handle {

namespace {

rooted_call scatter_of(collective which, bool large, const void* from, user_blocks all, void* to, MPI_Count n,
                       MPI_Datatype type, int root, MPI_Comm comm)
{
    all.at = const_cast<void*>(from);
    return {which, large, {to, n, type}, all, root, comm};
}

rooted_call scatter(const void* from, int each, MPI_Datatype as, void* to, int n, MPI_Datatype type, int root,
                    MPI_Comm comm)
{
    return scatter_of(collective::scatter, false, from, {.type = as, .each = each}, to, n, type, root, comm);
}

rooted_call scatter_c(const void* from, MPI_Count each, MPI_Datatype as, void* to, MPI_Count n, MPI_Datatype type,
                      int root, MPI_Comm comm)
{
    return scatter_of(collective::scatter, true, from, {.type = as, .each = each}, to, n, type, root, comm);
}

rooted_call scatterv(const void* from, const int* counts, const int* offsets, MPI_Datatype as, void* to, int n,
                     MPI_Datatype type, int root, MPI_Comm comm)
{
    user_blocks all{.type = as, .counts = counts, .offsets = offsets};
    return scatter_of(collective::scatterv, false, from, all, to, n, type, root, comm);
}

rooted_call scatterv_c(const void* from, const MPI_Count* counts, const MPI_Aint* offsets, MPI_Datatype as, void* to,
                       MPI_Count n, MPI_Datatype type, int root, MPI_Comm comm)
{
    user_blocks all{.type = as, .large_counts = counts, .large_offsets = offsets};
    return scatter_of(collective::scatterv, true, from, all, to, n, type, root, comm);
}

} // namespace

HOCKET_ENTRIES(Scatter, scatter)
HOCKET_ENTRIES(Scatterv, scatterv)

} // namespace hocket::handle

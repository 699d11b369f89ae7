// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/dispatch.hpp"
#include "interpose/handlers.hpp"

namespace hocket::handle {

namespace {

int scatter(collective which, bool large, const void* from, user_blocks all, void* to, MPI_Count n, MPI_Datatype type,
            int root, MPI_Comm comm)
{
    all.at = const_cast<void*>(from);
    return run(rooted_call{which, large, {to, n, type}, all, root, comm});
}

} // namespace

int Scatter(const void* from, int each, MPI_Datatype as, void* to, int n, MPI_Datatype type, int root, MPI_Comm comm)
{
    return scatter(collective::scatter, false, from, {.type = as, .each = each}, to, n, type, root, comm);
}

int Scatter_c(const void* from, MPI_Count each, MPI_Datatype as, void* to, MPI_Count n, MPI_Datatype type, int root,
              MPI_Comm comm)
{
    return scatter(collective::scatter, true, from, {.type = as, .each = each}, to, n, type, root, comm);
}

int Scatterv(const void* from, const int* counts, const int* offsets, MPI_Datatype as, void* to, int n,
             MPI_Datatype type, int root, MPI_Comm comm)
{
    user_blocks all{.type = as, .counts = counts, .offsets = offsets};
    return scatter(collective::scatterv, false, from, all, to, n, type, root, comm);
}

int Scatterv_c(const void* from, const MPI_Count* counts, const MPI_Aint* offsets, MPI_Datatype as, void* to,
               MPI_Count n, MPI_Datatype type, int root, MPI_Comm comm)
{
    user_blocks all{.type = as, .large_counts = counts, .large_offsets = offsets};
    return scatter(collective::scatterv, true, from, all, to, n, type, root, comm);
}

} // namespace hocket::handle

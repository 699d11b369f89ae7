// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/dispatch.hpp"
#include "interpose/handlers.hpp"

namespace hocket::handle {

namespace {

int gather(collective which, bool large, const void* from, MPI_Count n, MPI_Datatype type, const user_blocks& all,
           int root, MPI_Comm comm)
{
    return run(rooted_call{which, large, {const_cast<void*>(from), n, type}, all, root, comm});
}

} // namespace

int Gather(const void* from, int n, MPI_Datatype type, void* to, int each, MPI_Datatype as, int root, MPI_Comm comm)
{
    return gather(collective::gather, false, from, n, type, {.at = to, .type = as, .each = each}, root, comm);
}

int Gather_c(const void* from, MPI_Count n, MPI_Datatype type, void* to, MPI_Count each, MPI_Datatype as, int root,
             MPI_Comm comm)
{
    return gather(collective::gather, true, from, n, type, {.at = to, .type = as, .each = each}, root, comm);
}

int Gatherv(const void* from, int n, MPI_Datatype type, void* to, const int* counts, const int* offsets,
            MPI_Datatype as, int root, MPI_Comm comm)
{
    user_blocks all{.at = to, .type = as, .counts = counts, .offsets = offsets};
    return gather(collective::gatherv, false, from, n, type, all, root, comm);
}

int Gatherv_c(const void* from, MPI_Count n, MPI_Datatype type, void* to, const MPI_Count* counts,
              const MPI_Aint* offsets, MPI_Datatype as, int root, MPI_Comm comm)
{
    user_blocks all{.at = to, .type = as, .large_counts = counts, .large_offsets = offsets};
    return gather(collective::gatherv, true, from, n, type, all, root, comm);
}

} // namespace hocket::handle

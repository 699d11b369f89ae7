// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/dispatch.hpp"
#include "interpose/handlers.hpp"

namespace hocket::handle {

int Allgather(const void* from, int n, MPI_Datatype type, void* to, int each, MPI_Datatype as, MPI_Comm comm)
{
    user_blocks all{.at = to, .type = as, .each = each};
    return run(allgather_call{collective::allgather, false, from, n, type, all, comm});
}

int Allgather_c(const void* from, MPI_Count n, MPI_Datatype type, void* to, MPI_Count each, MPI_Datatype as,
                MPI_Comm comm)
{
    user_blocks all{.at = to, .type = as, .each = each};
    return run(allgather_call{collective::allgather, true, from, n, type, all, comm});
}

int Allgatherv(const void* from, int n, MPI_Datatype type, void* to, const int* counts, const int* offsets,
               MPI_Datatype as, MPI_Comm comm)
{
    user_blocks all{.at = to, .type = as, .counts = counts, .offsets = offsets};
    return run(allgather_call{collective::allgatherv, false, from, n, type, all, comm});
}

int Allgatherv_c(const void* from, MPI_Count n, MPI_Datatype type, void* to, const MPI_Count* counts,
                 const MPI_Aint* offsets, MPI_Datatype as, MPI_Comm comm)
{
    user_blocks all{.at = to, .type = as, .large_counts = counts, .large_offsets = offsets};
    return run(allgather_call{collective::allgatherv, true, from, n, type, all, comm});
}

} // namespace hocket::handle

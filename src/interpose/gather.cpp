// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/dispatch.hpp"
#include "interpose/handlers.hpp"

namespace hocket::handle {

int Gather(const void* from, int n, MPI_Datatype type, void* to, int each, MPI_Datatype as, int root, MPI_Comm comm)
{
    return run(rooted_call{collective::gather,
                           false,
                           {const_cast<void*>(from), n, type},
                           {.at = to, .type = as, .each = each},
                           root,
                           comm});
}

int Gather_c(const void* from, MPI_Count n, MPI_Datatype type, void* to, MPI_Count each, MPI_Datatype as, int root,
             MPI_Comm comm)
{
    return run(rooted_call{collective::gather,
                           true,
                           {const_cast<void*>(from), n, type},
                           {.at = to, .type = as, .each = each},
                           root,
                           comm});
}

int Gatherv(const void* from, int n, MPI_Datatype type, void* to, const int* counts, const int* offsets,
            MPI_Datatype as, int root, MPI_Comm comm)
{
    return run(rooted_call{collective::gatherv,
                           false,
                           {const_cast<void*>(from), n, type},
                           {.at = to, .type = as, .counts = counts, .offsets = offsets},
                           root,
                           comm});
}

int Gatherv_c(const void* from, MPI_Count n, MPI_Datatype type, void* to, const MPI_Count* counts,
              const MPI_Aint* offsets, MPI_Datatype as, int root, MPI_Comm comm)
{
    return run(rooted_call{collective::gatherv,
                           true,
                           {const_cast<void*>(from), n, type},
                           {.at = to, .type = as, .large_counts = counts, .large_offsets = offsets},
                           root,
                           comm});
}

} // namespace hocket::handle

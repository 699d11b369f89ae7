// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/dispatch.hpp"
#include "interpose/handlers.hpp"

namespace hocket::handle {

int Scatter(const void* from, int each, MPI_Datatype as, void* to, int n, MPI_Datatype type, int root, MPI_Comm comm)
{
    return run(rooted_call{collective::scatter,
                           false,
                           {to, n, type},
                           {.at = const_cast<void*>(from), .type = as, .each = each},
                           root,
                           comm});
}

int Scatter_c(const void* from, MPI_Count each, MPI_Datatype as, void* to, MPI_Count n, MPI_Datatype type, int root,
              MPI_Comm comm)
{
    return run(rooted_call{collective::scatter,
                           true,
                           {to, n, type},
                           {.at = const_cast<void*>(from), .type = as, .each = each},
                           root,
                           comm});
}

int Scatterv(const void* from, const int* counts, const int* offsets, MPI_Datatype as, void* to, int n,
             MPI_Datatype type, int root, MPI_Comm comm)
{
    return run(rooted_call{collective::scatterv,
                           false,
                           {to, n, type},
                           {.at = const_cast<void*>(from), .type = as, .counts = counts, .offsets = offsets},
                           root,
                           comm});
}

int Scatterv_c(const void* from, const MPI_Count* counts, const MPI_Aint* offsets, MPI_Datatype as, void* to,
               MPI_Count n, MPI_Datatype type, int root, MPI_Comm comm)
{
    return run(
        rooted_call{collective::scatterv,
                    true,
                    {to, n, type},
                    {.at = const_cast<void*>(from), .type = as, .large_counts = counts, .large_offsets = offsets},
                    root,
                    comm});
}

} // namespace hocket::handle

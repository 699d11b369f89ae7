// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/dispatch.hpp"
#include "interpose/handlers.hpp"

namespace hocket::handle {

// The forms that take the same arguments.
#define HOCKET_REDUCTION(Name, which)                                                                                  \
    int Name(const void* from, void* to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm)                           \
    {                                                                                                                  \
        return run(reduction_call{collective::which, false, from, to, n, type, op, comm});                             \
    }                                                                                                                  \
    int Name##_c(const void* from, void* to, MPI_Count n, MPI_Datatype type, MPI_Op op, MPI_Comm comm)                 \
    {                                                                                                                  \
        return run(reduction_call{collective::which, true, from, to, n, type, op, comm});                              \
    }
HOCKET_REDUCTION(Allreduce, allreduce)
HOCKET_REDUCTION(Reduce_scatter_block, reduce_scatter_block)
HOCKET_REDUCTION(Scan, scan)
HOCKET_REDUCTION(Exscan, exscan)
#undef HOCKET_REDUCTION

int Reduce(const void* from, void* to, int n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
    return run(reduction_call{collective::reduce, false, from, to, n, type, op, comm, root});
}

int Reduce_c(const void* from, void* to, MPI_Count n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
    return run(reduction_call{collective::reduce, true, from, to, n, type, op, comm, root});
}

int Reduce_scatter(const void* from, void* to, const int* counts, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    return run(reduction_call{collective::reduce_scatter, false, from, to, 0, type, op, comm, 0, counts});
}

int Reduce_scatter_c(const void* from, void* to, const MPI_Count* counts, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    return run(reduction_call{collective::reduce_scatter, true, from, to, 0, type, op, comm, 0, nullptr, counts});
}

} // namespace hocket::handle

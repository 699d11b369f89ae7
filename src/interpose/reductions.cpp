// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/entries.hpp"

namespace hocket::handle {

namespace {

// The forms that take the same arguments.
#define HOCKET_REDUCTION(name)                                                                                         \
    reduction_call name(const void* from, void* to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm)                \
    {                                                                                                                  \
        return {collective::name, false, from, to, n, type, op, comm};                                                 \
    }                                                                                                                  \
    reduction_call name##_c(const void* from, void* to, MPI_Count n, MPI_Datatype type, MPI_Op op, MPI_Comm comm)      \
    {                                                                                                                  \
        return {collective::name, true, from, to, n, type, op, comm};                                                  \
    }
HOCKET_REDUCTION(allreduce)
HOCKET_REDUCTION(reduce_scatter_block)
HOCKET_REDUCTION(scan)
HOCKET_REDUCTION(exscan)
#undef HOCKET_REDUCTION

reduction_call reduce(const void* from, void* to, int n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
    return {collective::reduce, false, from, to, n, type, op, comm, root};
}

reduction_call reduce_c(const void* from, void* to, MPI_Count n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
    return {collective::reduce, true, from, to, n, type, op, comm, root};
}

reduction_call reduce_scatter(const void* from, void* to, const int* counts, MPI_Datatype type, MPI_Op op,
                              MPI_Comm comm)
{
    return {collective::reduce_scatter, false, from, to, 0, type, op, comm, 0, counts};
}

reduction_call reduce_scatter_c(const void* from, void* to, const MPI_Count* counts, MPI_Datatype type, MPI_Op op,
                                MPI_Comm comm)
{
    return {collective::reduce_scatter, true, from, to, 0, type, op, comm, 0, nullptr, counts};
}

} // namespace

HOCKET_ENTRIES(Allreduce, allreduce)
HOCKET_ENTRIES(Reduce_scatter_block, reduce_scatter_block)
HOCKET_ENTRIES(Scan, scan)
HOCKET_ENTRIES(Exscan, exscan)
HOCKET_ENTRIES(Reduce, reduce)
HOCKET_ENTRIES(Reduce_scatter, reduce_scatter)

} // namespace hocket::handle

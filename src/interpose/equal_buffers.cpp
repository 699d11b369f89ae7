// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/equal_buffers.hpp"
#include "interpose/ask_alone.hpp"
#include <algorithm>

namespace hocket {

namespace {

int call_alone(collective which, int* both, int n, MPI_Comm alone)
{
    const int none = 0;
    auto is = MPI_INT;
    auto sum = MPI_SUM;
    switch (which) {
    case collective::gather: return mpi.Gather(both, n, is, both, n, is, 0, alone);
    case collective::gatherv: return mpi.Gatherv(both, n, is, both, &n, &none, is, 0, alone);
    case collective::scatter: return mpi.Scatter(both, n, is, both, n, is, 0, alone);
    case collective::scatterv: return mpi.Scatterv(both, &n, &none, is, both, n, is, 0, alone);
    case collective::allgather: return mpi.Allgather(both, n, is, both, n, is, alone);
    case collective::allgatherv: return mpi.Allgatherv(both, n, is, both, &n, &none, is, alone);
    case collective::reduce: return mpi.Reduce(both, both, n, is, sum, 0, alone);
    case collective::allreduce: return mpi.Allreduce(both, both, n, is, sum, alone);
    case collective::reduce_scatter_block: return mpi.Reduce_scatter_block(both, both, n, is, sum, alone);
    case collective::reduce_scatter: return mpi.Reduce_scatter(both, both, &n, is, sum, alone);
    case collective::scan: return mpi.Scan(both, both, n, is, sum, alone);
    case collective::exscan: return mpi.Exscan(both, both, n, is, sum, alone);
    case collective::alltoall: return mpi.Alltoall(both, n, is, both, n, is, alone);
    case collective::alltoallv: return mpi.Alltoallv(both, &n, &none, is, both, &n, &none, is, alone);
    case collective::alltoallw: return mpi.Alltoallw(both, &n, &none, &is, both, &n, &none, &is, alone);
    default: return MPI_SUCCESS;
    }
}

} // namespace

bool equal_buffers::are_refused(collective which, std::size_t n)
{
    std::lock_guard held(lock_);
    auto kind = std::min<std::size_t>(n, kinds - 1);
    auto& known = known_[std::size_t(which)][kind];
    auto call = [&](MPI_Comm alone) {
        int both[2] = {};
        return call_alone(which, both, int(kind), alone);
    };
    // As the standard has it, where it cannot be asked.
    if (!known) known = ask_alone(call, MPI_ERR_BUFFER) != MPI_SUCCESS;
    return *known;
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#include "bench/calls.hpp"
#include <array>

namespace hocket::bench {

void perform(call what, const call_data& with)
{
    auto& [from, to, n, type, root, on] = with;
    switch (what) {
    case call::barrier: MPI_Barrier(on); break;
    case call::bcast: MPI_Bcast(to, n, type, root, on); break;
    case call::gather: MPI_Gather(from, n, type, to, n, type, root, on); break;
    case call::scatter: MPI_Scatter(from, n, type, to, n, type, root, on); break;
    case call::allgather: MPI_Allgather(from, n, type, to, n, type, on); break;
    case call::alltoall: MPI_Alltoall(from, n, type, to, n, type, on); break;
    case call::reduce: MPI_Reduce(from, to, n, type, MPI_SUM, root, on); break;
    case call::allreduce: MPI_Allreduce(from, to, n, type, MPI_SUM, on); break;
    case call::reduce_scatter_block: MPI_Reduce_scatter_block(from, to, n, type, MPI_SUM, on); break;
    case call::neighbor_allgather: MPI_Neighbor_allgather(from, n, type, to, n, type, on); break;
    case call::neighbor_alltoall: MPI_Neighbor_alltoall(from, n, type, to, n, type, on); break;
    case call::exscan: MPI_Exscan(from, to, n, type, MPI_SUM, on); break;
    }
}

std::string_view title(call what)
{
    constexpr std::array<std::string_view, 12> all{"Barrier",
                                                   "Bcast",
                                                   "Gather",
                                                   "Scatter",
                                                   "Allgather",
                                                   "Alltoall",
                                                   "Reduce",
                                                   "Allreduce",
                                                   "Reduce_scatter_block",
                                                   "Exscan",
                                                   "Neighbor_allgather",
                                                   "Neighbor_alltoall"};
    return all[std::size_t(what)];
}

int blocks_after(call what, int ranks)
{
    bool all = what == call::gather || what == call::allgather || what == call::alltoall;
    return what == call::barrier ? 0 : all ? ranks : 1;
}

} // namespace hocket::bench

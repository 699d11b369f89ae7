// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/neighbor_topology.hpp"

namespace hocket {

namespace {

int rank_or_nobody(int rank)
{
    return rank == MPI_PROC_NULL ? -1 : rank;
}

bool read_cartesian(MPI_Comm comm, neighborhood& into)
{
    int dimensions = 0;
    if (mpi.Cartdim_get(comm, &dimensions) != MPI_SUCCESS) return false;
    into.cartesian = true;
    for (int d = 0; d < dimensions; ++d) {
        int below = MPI_PROC_NULL, above = MPI_PROC_NULL;
        if (mpi.Cart_shift(comm, d, 1, &below, &above) != MPI_SUCCESS) return false;
        into.destinations.push_back(rank_or_nobody(below));
        into.destinations.push_back(rank_or_nobody(above));
    }
    into.sources = into.destinations;
    return true;
}

bool read_graph(MPI_Comm comm, neighborhood& into)
{
    int rank = 0, n = 0;
    mpi.Comm_rank(comm, &rank);
    if (mpi.Graph_neighbors_count(comm, rank, &n) != MPI_SUCCESS) return false;
    into.destinations.resize(std::size_t(n));
    if (mpi.Graph_neighbors(comm, rank, n, into.destinations.data()) != MPI_SUCCESS) return false;
    into.sources = into.destinations;
    return true;
}

bool read_links(MPI_Comm comm, neighborhood& into)
{
    int in = 0, out = 0, weighted = 0;
    if (mpi.Dist_graph_neighbors_count(comm, &in, &out, &weighted) != MPI_SUCCESS) return false;
    into.sources.resize(std::size_t(in));
    into.destinations.resize(std::size_t(out));
    std::vector<int> in_weights(std::size_t(in) + 1), out_weights(std::size_t(out) + 1);
    return mpi.Dist_graph_neighbors(comm, in, into.sources.data(), in_weights.data(), out, into.destinations.data(),
                                    out_weights.data()) == MPI_SUCCESS;
}

} // namespace

std::optional<neighborhood> neighbors_in(MPI_Comm comm)
{
    int kind = MPI_UNDEFINED;
    neighborhood found;
    if (mpi.Topo_test(comm, &kind) != MPI_SUCCESS) return {};
    bool read = kind == MPI_CART         ? read_cartesian(comm, found)
                : kind == MPI_GRAPH      ? read_graph(comm, found)
                : kind == MPI_DIST_GRAPH ? read_links(comm, found)
                                         : false;
    return read ? std::optional(std::move(found)) : std::nullopt;
}

} // namespace hocket

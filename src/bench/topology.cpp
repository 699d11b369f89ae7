// SPDX-License-Identifier: BSD-3-Clause
#include "bench/topology.hpp"
#include "bench/clock.hpp"
#include "shapes/graphs.hpp"

namespace hocket::bench {

MPI_Comm make_topology(const options& o)
{
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    auto mine = graph_by_name(o.graph, ranks, o.graph_seed)[std::size_t(rank)];
    MPI_Comm all;
    if (mine.cartesian) {
        auto sides = graphs::balanced_sides(ranks, 2);
        int wraps[] = {0, 1};
        MPI_Cart_create(MPI_COMM_WORLD, 2, sides.data(), wraps, 0, &all);
        return all;
    }
    // Open MPI's MPI_UNWEIGHTED draws warnings.
    std::vector<int> same(std::size_t(mine.degree()) + 1, 1);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, int(mine.sources.size()), mine.sources.data(), same.data(),
                                   int(mine.destinations.size()), mine.destinations.data(), same.data(), MPI_INFO_NULL,
                                   0, &all);
    return all;
}

bool has_like_nodes(MPI_Comm all)
{
    int here = on_node(all).ranks, ranks = 0;
    MPI_Comm_size(all, &ranks);
    int bounds[] = {here, -here};
    MPI_Allreduce(MPI_IN_PLACE, bounds, 2, MPI_INT, MPI_MIN, all);
    return bounds[0] == -bounds[1] && here < ranks;
}

} // namespace hocket::bench

// SPDX-License-Identifier: BSD-3-Clause
#include "bench/renumbered.hpp"
#include "shapes/distributions.hpp"

namespace hocket::bench {

std::vector<int> renumbered_inside_nodes(MPI_Comm all, unsigned seed)
{
    MPI_Comm node;
    int rank = 0, ranks = 0, place = 0, places = 0;
    MPI_Comm_rank(all, &rank);
    MPI_Comm_size(all, &ranks);
    MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &place);
    MPI_Comm_size(node, &places);
    std::vector<int> here(std::size_t(places), 0), order(std::size_t(ranks), 0);
    MPI_Allgather(&rank, 1, MPI_INT, here.data(), 1, MPI_INT, node);
    MPI_Comm_free(&node);
    auto drawn = shuffled(places, seed + unsigned(here[0]));
    bool as_they_were = std::ranges::is_sorted(drawn);
    int now = as_they_were ? (place + 1) % places : drawn[std::size_t(place)];
    order[std::size_t(here[std::size_t(now)])] = rank; // each rank writes one, of those that are zeros
    MPI_Allreduce(MPI_IN_PLACE, order.data(), ranks, MPI_INT, MPI_SUM, all);
    return order;
}

MPI_Comm in_order(MPI_Comm all, const std::vector<int>& ranks)
{
    int rank = 0;
    MPI_Comm_rank(all, &rank);
    MPI_Comm made;
    MPI_Comm_split(all, 0, int(std::ranges::find(ranks, rank) - ranks.begin()), &made);
    return made;
}

} // namespace hocket::bench

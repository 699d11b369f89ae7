// SPDX-License-Identifier: BSD-3-Clause
#include "bench/levels.hpp"

namespace hocket::bench {

levels::levels(MPI_Comm all, int first)
{
    int rank = 0;
    MPI_Comm_rank(all, &rank);
    int key = rank == first ? -1 : rank, node = 0;
    MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, key, MPI_INFO_NULL, &node_);
    MPI_Comm_rank(node_, &place_);
    MPI_Comm_size(node_, &places_);
    node = key; // the least is the node's
    MPI_Bcast(&node, 1, MPI_INT, 0, node_);
    MPI_Comm_split(all, place_, node, &lane_);
    MPI_Comm_rank(lane_, &own_);
    MPI_Comm_size(lane_, &nodes_);
    std::vector<int> here(std::size_t(places_), 0);
    ranks_.resize(std::size_t(nodes_) * here.size());
    MPI_Allgather(&rank, 1, MPI_INT, here.data(), 1, MPI_INT, node_);
    MPI_Allgather(here.data(), places_, MPI_INT, ranks_.data(), places_, MPI_INT, lane_);
    numbers_.resize(ranks_.size());
    for (std::size_t k = 0; k < ranks_.size(); ++k) numbers_[std::size_t(ranks_[k])] = int(k);
}

levels::~levels()
{
    MPI_Comm_free(&node_);
    MPI_Comm_free(&lane_);
}

bool levels::in_order() const
{
    bool all = true;
    for (int k = 0; k < ranks(); ++k) all &= rank_at(k) == k;
    return all;
}

} // namespace hocket::bench

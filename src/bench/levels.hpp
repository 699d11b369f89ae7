// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>
#include <vector>

namespace hocket::bench {

// The ranks of a communicator by node and by place on it; nodes have as many ranks each. One rank is the first on its
// node, and its node the first; others are in the order of their ranks.
class levels {
public:
    levels(MPI_Comm all, int first);
    levels(const levels&) = delete;
    levels& operator=(const levels&) = delete;
    ~levels();

    MPI_Comm node() const { return node_; } // this rank's
    MPI_Comm lane() const { return lane_; } // of those at its place on each node
    int place() const { return place_; }
    int own() const { return own_; }        // the number of this rank's node
    int places() const { return places_; }  // on a node
    int nodes() const { return nodes_; }
    int ranks() const { return nodes_ * places_; }

    // Of all ranks, numbered by node and on it by place, and back.
    int rank_at(int node, int place) const { return rank_at(node * places_ + place); }
    int rank_at(int number) const { return ranks_[std::size_t(number)]; }
    int number_of(int rank) const { return numbers_[std::size_t(rank)]; }
    bool in_order() const; // are ranks numbered so?

private:
    MPI_Comm node_ = MPI_COMM_NULL, lane_ = MPI_COMM_NULL;
    int place_ = 0, own_ = 0, places_ = 0, nodes_ = 0;
    std::vector<int> ranks_, numbers_;
};

} // namespace hocket::bench

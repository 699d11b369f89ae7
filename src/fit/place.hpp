// SPDX-License-Identifier: BSD-3-Clause
// Who takes part in what. Nodes are those of the MPI library: what HOCKET_NODES says is of no interest here.
#pragma once
#include <mpi.h>
#include <string>
#include <utility>
#include <vector>

namespace hocket::fit {

using pair = std::pair<int, int>; // sender, receiver

std::string this_host(); // as the MPI library calls it

class place {
public:
    explicit place(MPI_Comm all); // collective

    int rank() const { return rank_; }
    int ranks() const { return ranks_; }
    int nodes() const { return int(members_.size()); }
    int least_on_a_node() const;
    MPI_Comm comm() const { return all_; }

    std::vector<std::string> levels() const; // of which there are pairs: node, network
    // Disjoint pairs: inside the first node, or from it to the second. As many as there are.
    std::vector<pair> pairs(const std::string& level) const;
    // Those to whom rank 0 may send at once on that level, eight at most.
    std::vector<int> peers(const std::string& level) const;

private:
    MPI_Comm all_;
    int rank_ = 0, ranks_ = 0;
    std::vector<std::vector<int>> members_; // ranks of each node; rank 0 is of the first
};

} // namespace hocket::fit

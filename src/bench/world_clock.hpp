// SPDX-License-Identifier: BSD-3-Clause
// One clock for all nodes: each learns what its own has to be corrected by, from another one that knows already.
#pragma once
#include "bench/options.hpp"
#include <mpi.h>

namespace hocket::bench {

class world_clock {
public:
    // Of one node it is the node's. Collective, and about half a second for each doubling of the nodes.
    world_clock(const options& o, MPI_Comm all);
    world_clock(const world_clock&) = delete;
    world_clock& operator=(const world_clock&) = delete;
    ~world_clock();

    double now() const { return corrected(own()); } // seconds
    double reach(double moment) const; // comes back at this moment, and says when that was
    // Learns again if the last time is seconds ago. Collective.
    void refresh();
    // How far the clocks were off where a correction was tried anew, microseconds, at worst; on rank 0.
    double error_us() const { return error_ * 1e6; }
    bool corrects() const { return needed_ && nodes_ > 1; }

private:
    struct sight {
        double at, ahead; // when by this node's clock, and by how much the others' is ahead
    };
    double own() const;
    double corrected(double at) const { return at + ahead_ + drift_ * (at - since_); }
    void learn(int points);
    void teach(int child, int points) const;
    sight look(int parent) const;
    void fit();

    MPI_Comm all_, node_ = MPI_COMM_NULL, leaders_ = MPI_COMM_NULL;
    int nodes_ = 1, leader_ = 0;
    bool fake_, needed_; // needed_: starts count by the clock of all nodes
    double offset_ = 0, rate_ = 1;               // of a fake clock
    double since_ = 0, ahead_ = 0, drift_ = 0;   // the correction
    double last_ = 0, error_ = 0;
    std::vector<sight> seen_;
};

} // namespace hocket::bench

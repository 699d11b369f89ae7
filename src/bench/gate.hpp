// SPDX-License-Identifier: BSD-3-Clause
// A barrier of the benchmark's own for ranks of one node, through memory that they share: how ranks leave a library's
// barrier is part of the times after it, and where ranks share processors most of a short one.
#pragma once
#include <cstdint>
#include <mpi.h>
#include <vector>

namespace hocket::bench {

class gate {
public:
    // Collective.
    explicit gate(MPI_Comm all);
    gate(const gate&) = delete;
    gate& operator=(const gate&) = delete;
    ~gate();

    // Alike on all ranks. False: they are on several nodes, or the library gives it no memory.
    bool works() const { return works_; }
    // All ranks come to it before one leaves.
    void pass();

private:
    bool share(MPI_Comm node, int ranks);
    void make_progress() const;

    MPI_Comm all_;
    MPI_Win memory_ = MPI_WIN_NULL;
    bool works_ = false;
    std::uint64_t passed_ = 0;
    std::vector<std::uint64_t*> arrived_; // of each rank how often, the own one first
};

} // namespace hocket::bench

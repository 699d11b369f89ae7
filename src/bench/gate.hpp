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

    // Whether it works, on all ranks alike: one node, and a library that gives it memory. Else the library's barrier
    // takes its place.
    bool is_own() const { return own_; }
    void pass();

private:
    bool share(MPI_Comm node, int ranks);
    void make_progress() const;

    MPI_Comm all_;
    MPI_Win memory_ = MPI_WIN_NULL;
    bool own_ = false;
    std::uint64_t passed_ = 0;
    std::vector<std::uint64_t*> arrived_; // of each rank how often, the own one first
};

} // namespace hocket::bench

// SPDX-License-Identifier: BSD-3-Clause
// A barrier of the benchmark's own for ranks of one node, through memory that they share. What a library's call has
// left to be done later would be done in the library's own barrier, and be part of no time; and how ranks leave that is
// part of the times after it, where they share processors most of a short one.
#pragma once
#include "transports/shared/segment.hpp"
#include <array>
#include <atomic>
#include <mpi.h>
#include <optional>
#include <span>

namespace hocket::bench {

class gate {
public:
    // Collective. `crowded`: ranks share processors, and who waits gives its own away at once.
    gate(MPI_Comm all, bool crowded);

    // Alike on all ranks. False: they are on several nodes, or have no memory together.
    bool works() const { return works_; }
    using words = std::array<double, 2>;
    // All ranks come to it before one leaves. The greatest of what they bring.
    words pass(const words& mine = {});

private:
    // No two lie in one line, or in a pair of lines that come together.
    struct alignas(128) post {
        std::atomic<std::uint64_t> arrived; // so often
        words brought[2]; // the last time and the one before, which some may not have read
    };
    bool share(int rank, int ranks);
    void wait_for(const post& other, double since) const;
    void make_progress() const;

    MPI_Comm all_;
    std::optional<segment> memory_;
    std::span<post> posts_; // of each rank
    int rank_ = 0;
    bool crowded_, works_;
    std::uint64_t passed_ = 0;
};

} // namespace hocket::bench

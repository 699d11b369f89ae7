// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>
#include <span>

namespace hocket::bench {

// The blocks of one direction.
struct traffic {
    const int* counts = nullptr;
    const int* starts = nullptr;
    std::span<const int> others{}, tags{}; // of neighbors: whose they are (negative: nobody's), which of one rank's
};

// Where the data of the next call lie, for those who do the same by other calls.
struct operands {
    const void* from = nullptr;
    void* to = nullptr;
    int count = 0; // elements of one block, or of the whole
    MPI_Datatype type = MPI_BYTE;
    const int* counts = nullptr; // of each block, where there are blocks
    const int* starts = nullptr; // of each block, where these may differ
    traffic out{}, in{};         // where a rank's blocks for others are not those of others for it
};

} // namespace hocket::bench

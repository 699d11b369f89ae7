// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

namespace hocket::bench {

// Where the data of the next call lie, for those who do the same by other calls.
struct operands {
    const void* from = nullptr;
    void* to = nullptr;
    int count = 0; // elements of one block, or of the whole
    MPI_Datatype type = MPI_BYTE;
    const int* counts = nullptr; // of each block, where there are blocks
    const int* starts = nullptr; // of each block, where these may differ
};

} // namespace hocket::bench

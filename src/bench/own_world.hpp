// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

namespace hocket::bench {

// All ranks, for the benchmark's own collectives: always the library's, whatever tables and variables say of those
// that are measured. How ranks leave a barrier is part of the times after it.
class own_world {
public:
    own_world();
    own_world(const own_world&) = delete;
    own_world& operator=(const own_world&) = delete;
    ~own_world() { MPI_Comm_free(&comm_); }
    MPI_Comm comm() const { return comm_; }

private:
    MPI_Comm comm_ = MPI_COMM_NULL;
};

} // namespace hocket::bench

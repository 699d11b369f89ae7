// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/mpi/mpi.hpp"

namespace hocket {

// MPI_Barrier or MPI_Ibarrier.
struct barrier_call {
    MPI_Comm comm;
    MPI_Request* later = nullptr; // of a nonblocking call: where its request goes

    int native() const { return later ? mpi.Ibarrier(comm, later) : mpi.Barrier(comm); }
};

} // namespace hocket

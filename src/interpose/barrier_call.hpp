// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/mpi/mpi.hpp"

namespace hocket {

// MPI_Barrier.
struct barrier_call {
    MPI_Comm comm;

    int native() const { return mpi.Barrier(comm); }
};

} // namespace hocket

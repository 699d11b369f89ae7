// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "interpose/inside.hpp"
#include "interpose/quiet_errors.hpp"
#include "interpose/same_ranks.hpp"

namespace hocket {

// What the library says to a call on a communicator of this rank's alone, so that nobody else has to come. Open MPI
// tells the handler of another communicator of some mistakes. `otherwise` where there is no such communicator.
template <class Call> int ask_alone(Call call, int otherwise)
{
    inside guard;
    // MPI_COMM_SELF keeps its handler: to MPICH one that was set again is another thing than one that never was, and
    // errors without a communicator then end the program.
    quiet_errors world(MPI_COMM_WORLD);
    auto alone = MPI_COMM_NULL;
    if (make_of_same_ranks(MPI_COMM_SELF, alone) != MPI_SUCCESS) return otherwise;
    int code = call(alone);
    mpi.Comm_free(&alone);
    return code;
}

} // namespace hocket

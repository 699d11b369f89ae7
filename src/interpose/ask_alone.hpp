// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "interpose/inside.hpp"
#include "interpose/quiet_errors.hpp"

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
    MPI_Group group = MPI_GROUP_NULL;
    int code = mpi.Comm_group(MPI_COMM_SELF, &group);
    if (code == MPI_SUCCESS) code = mpi.Comm_create(MPI_COMM_SELF, group, &alone);
    if (group != MPI_GROUP_NULL) mpi.Group_free(&group);
    if (code != MPI_SUCCESS) return otherwise;
    mpi.Comm_set_errhandler(alone, MPI_ERRORS_RETURN);
    code = call(alone);
    mpi.Comm_free(&alone);
    return code;
}

} // namespace hocket

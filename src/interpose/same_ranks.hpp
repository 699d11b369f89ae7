// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/mpi/mpi.hpp"

namespace hocket {

// Collective: another communicator of the same ranks in the same order, which returns errors. From the group and not by
// MPI_Comm_dup, which would run the user's attribute callbacks.
inline int make_of_same_ranks(MPI_Comm as, MPI_Comm& made)
{
    MPI_Group group = MPI_GROUP_NULL;
    int code = mpi.Comm_group(as, &group);
    if (code == MPI_SUCCESS) code = mpi.Comm_create(as, group, &made);
    if (group != MPI_GROUP_NULL) mpi.Group_free(&group);
    return code == MPI_SUCCESS ? mpi.Comm_set_errhandler(made, MPI_ERRORS_RETURN) : code;
}

} // namespace hocket

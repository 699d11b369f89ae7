// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/mpi/mpi.hpp"
#include <vector>

namespace hocket {

// Of each rank of a communicator; MPI_UNDEFINED: it is of another world, or MPI did not tell. Not by a difference of
// groups: MPICH ends the program where only one of two is of a session.
std::vector<int> ranks_in_world(MPI_Comm comm, int size);

} // namespace hocket

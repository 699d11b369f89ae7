// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

namespace hocket::fit {

// Where the launcher has left all ranks of a node on the same cores, and there is one for each, each takes one: two
// that share one would measure the scheduler. Collective.
void spread(MPI_Comm all);
int cores_here(); // that this process may use

} // namespace hocket::fit

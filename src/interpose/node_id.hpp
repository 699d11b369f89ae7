// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "topology/layout.hpp"
#include "transports/mpi/mpi.hpp"
#include <cstdint>

namespace hocket {

// The same for all processes of a host, another one on every other: of its name and of this boot of it.
std::uint64_t host_id();
// Who sits where, from every rank's node and from the socket, NUMA and L3 domain that it is bound to. Collective.
layout gather_layout(MPI_Comm comm, int size, std::uint64_t my_node);

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// The neighbors that a communicator's topology gives a rank, and what all ranks have prepared for them together.
#pragma once
#include "topology/neighbor_routes.hpp"
#include "transports/mpi/mpi.hpp"
#include <memory>
#include <optional>

namespace hocket {

struct neighbor_topology {
    neighborhood around;
    neighbor_routes routes;
    neighbor_load load; // the same on all ranks
};

// Local. None where the communicator has no topology.
std::optional<neighborhood> neighbors_in(MPI_Comm comm);
// Collective. Null on every rank where one has no neighbors at all, or where MPI fails.
std::unique_ptr<neighbor_topology> prepare_topology(MPI_Comm comm, int rank, const layout& where, neighborhood around);

} // namespace hocket

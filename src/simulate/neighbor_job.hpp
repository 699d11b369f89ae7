// SPDX-License-Identifier: BSD-3-Clause
// The topology of a job of neighborhood collectives.
#pragma once
#include "simulate/job.hpp"
#include "topology/neighbor_routes.hpp"
#include <memory>

namespace hocket {

struct neighbor_job {
    std::vector<neighborhood> graph;
    topology_routes routes;
    std::vector<std::size_t> sizes; // of every block of each rank
};

// Made once for each job; it stays.
std::shared_ptr<const neighbor_job> topology_of(const collective_job& job, const layout& where);

} // namespace hocket

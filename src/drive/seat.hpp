// SPDX-License-Identifier: BSD-3-Clause
// Where an operation sits that goes on by itself. To make a seat, and to take it down, costs more than what a short
// operation does there, so the next one with the same tags has it again.
#pragma once
#include "transports/mpi/memory_lane.hpp"
#include "transports/mpi/mpi_port.hpp"
#include <memory>
#include <utility>

namespace hocket {

struct seat {
    // Messages have tags from `tags` on. Who sits here has the lane to itself; null: its messages are the library's.
    seat(MPI_Comm comm, memory_pool& pool, flights& with, int tags, std::shared_ptr<memory_lane> by = nullptr)
        : port(comm, pool, with, tags), lane(std::move(by))
    {
        if (lane) port.take_short_way(memory_lane::links_of(lane));
    }

    mpi_port port;
    std::shared_ptr<memory_lane> lane;
};

} // namespace hocket

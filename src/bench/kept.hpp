// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "bench/chain.hpp"
#include "bench/parts.hpp"
#include <memory>
#include <mpi.h>

namespace hocket::bench {

// What mock-ups make before the calls that are measured, for one communicator; it is freed with it.
struct kept {
    std::unique_ptr<levels> by;   // nodes and places on them
    std::unique_ptr<chain> steps; // of a mock-up by nodes
    std::vector<unsigned char> before; // what the nodes before this one bring to a scan

    MPI_Op sum = MPI_OP_NULL; // a function of the program's
    MPI_Datatype pieces = MPI_DATATYPE_NULL;
    int in_pieces = -1; // how many bytes `pieces` is of
    call what = call::barrier;
    int blocks_out = 0, blocks_in = 0; // of this rank
    std::vector<unsigned char> packed_out, packed_in;
    even_parts parts;                  // of a vector of this size
    std::vector<int> of_root, nothing; // counts and starts, where the root has all of it
    std::vector<int> starts;           // of blocks whose counts alone a collective has
    std::vector<MPI_Request> requests;
    std::vector<MPI_Datatype> types; // of bytes, for each rank

    kept() = default;
    kept(const kept&) = delete;
    kept& operator=(const kept&) = delete;
    ~kept();
    static kept& of(MPI_Comm comm);
};

} // namespace hocket::bench

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/mpi/mpi.hpp"
#include <cstddef>

namespace hocket {

// A buffer as an MPI call describes it.
struct user_data {
    void* at;
    std::size_t count;
    MPI_Datatype type;
    std::size_t element; // bytes of one element: its size, not its extent

    std::size_t size() const { return count * element; }
};

// Are the elements' bytes, in the order in which MPI sends them, simply the memory from `at` on?
bool is_contiguous(MPI_Datatype type);

// Not made by the program. Nor is one of which the library tells nothing.
bool is_named(MPI_Datatype type);

// Will the library pack and unpack it? `quiet` has errors returned.
bool is_committed(MPI_Datatype type, MPI_Comm quiet);

// The same of one type after the other: neighbours often have one.
struct contiguous_types {
    MPI_Datatype last = MPI_DATATYPE_NULL;
    bool answer = false;
    bool have(MPI_Datatype type) { return type == last ? answer : (answer = is_contiguous(last = type)); }
};

} // namespace hocket

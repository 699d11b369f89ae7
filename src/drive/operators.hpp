// SPDX-License-Identifier: BSD-3-Clause
// An operator of MPI's on a datatype: what combines two elements, and whether the order matters.
#pragma once
#include "kernels/kernels.hpp"
#include "transports/mpi/mpi.hpp"
#include <cstddef>
#include <optional>

namespace hocket {

struct operator_use {
    MPI_Op op;
    MPI_Datatype type;
    std::size_t element;               // bytes of one element: its size, not its extent
    bool commutative = true;
    std::optional<operation> known{};  // MPI's own, on one of MPI's own types
    std::optional<hocket::element> of{};
    const kernel* run = nullptr;       // null: the library's own MPI_Reduce_local

    bool exact = false;             // all ways to bracket the operands have the same result, bit by bit
    bool library_saturates = false; // its own sums may, where a kernel wraps around

    // Is it known by how much two results may differ?
    bool is_comparable() const { return exact || of; }
};

// Not made by the program.
bool is_predefined(MPI_Op op);

// None where the standard does not define the operator on that type, which is the library's to judge.
std::optional<operator_use> use_of(MPI_Op op, MPI_Datatype type, std::size_t element);

} // namespace hocket

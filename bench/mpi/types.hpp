// SPDX-License-Identifier: BSD-3-Clause
// Which datatypes and operators of MPI belong to which kernels.
#pragma once
#include "kernels/kernels.hpp"
#include <mpi.h>
#include <string>
#include <vector>

namespace hocket {

struct named_type {
    std::string name;
    MPI_Datatype type;
    element of;
};
struct named_operator {
    std::string name;
    MPI_Op op;
    operation what;
};

using packed_bytes = std::vector<std::byte>;

// n packed elements of one to four, in no order, that no operation makes subnormal or NaN soon.
packed_bytes numbers(element of, std::size_t size, std::size_t n, unsigned seed);

// Those that this library has.
std::vector<named_type> all_types();
std::vector<named_operator> all_operators();

} // namespace hocket

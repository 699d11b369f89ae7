// SPDX-License-Identifier: BSD-3-Clause
// What one rank can see of whether arguments are correct.
#pragma once
#include "drive/user_data.hpp"

namespace hocket {

// Bytes of an element to `element`; false if that is no type.
inline bool is_type(MPI_Datatype type, std::size_t& element)
{
    int small = 0;
    if (type == MPI_DATATYPE_NULL || mpi.Type_size(type, &small) != MPI_SUCCESS) return false;
    MPI_Count size = small;
    if (small == MPI_UNDEFINED && mpi.Type_size_x(type, &size) != MPI_SUCCESS) return false;
    element = std::size_t(size);
    return true;
}

// A null pointer is also MPI_BOTTOM, for types that carry their addresses.
inline bool has_address(const void* at, MPI_Count count, MPI_Datatype type, std::size_t element)
{
    return at || element == 0 || count == 0 || !is_contiguous(type);
}

} // namespace hocket

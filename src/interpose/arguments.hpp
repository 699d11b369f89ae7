// SPDX-License-Identifier: BSD-3-Clause
// What one rank can see of whether arguments are correct.
#pragma once
#include "drive/user_blocks.hpp"

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

// So many elements.
struct amount {
    MPI_Count count;
    MPI_Datatype type;
};

// In bytes; false where nobody can say, too.
inline bool is_less_than(std::uint64_t most, const amount& of)
{
    std::size_t element = 0;
    return of.count >= 0 && std::uint64_t(of.count) < most && is_type(of.type, element) &&
           std::uint64_t(of.count) * element < most;
}

// A null pointer is also MPI_BOTTOM, for types that carry their addresses: none of these begins at zero.
inline bool carries_address(MPI_Datatype type)
{
    MPI_Count first = 0, extent = 0;
    return mpi.Type_get_true_extent_x(type, &first, &extent) == MPI_SUCCESS && first != 0;
}

inline bool has_address(const void* at, MPI_Count count, MPI_Datatype type, std::size_t element)
{
    return at || element == 0 || count == 0 || carries_address(type);
}

// Here the offsets may be addresses.
inline bool have_addresses(const user_blocks& all, int ranks)
{
    if (all.at || (!all.types && (all.element == 0 || carries_address(all.type)))) return true;
    for (int i = 0; i < ranks; ++i)
        if (all.size_of(i) > 0 && all.offset_of(i) == 0 && !(all.types && carries_address(all.types[i]))) return false;
    return true;
}

// Is a rank's own block given as its place among all, without MPI_IN_PLACE? As MPICH sees it, which takes elements for
// as far apart as they are large.
inline bool is_among(const user_data& own, const user_blocks& all, int rank)
{
    auto count = std::size_t(all.count_of(rank));
    if (own.type != all.type || own.count == 0 || (all.alike() ? count != own.count : count == 0)) return false;
    return own.at == static_cast<std::byte*>(all.at) + all.offset_of(rank) * MPI_Aint(all.element);
}

} // namespace hocket

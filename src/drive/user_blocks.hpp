// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/user_data.hpp"

namespace hocket {

// A buffer with a block for every rank, as an MPI call describes it. Counts and offsets are in elements. At most one
// pair of lists is there, ints or large; without, blocks of `each` elements lie one behind the other.
struct user_blocks {
    void* at = nullptr;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Count each = 0;
    const int *counts = nullptr, *offsets = nullptr;
    const MPI_Count* large_counts = nullptr;
    const MPI_Aint* large_offsets = nullptr;
    std::size_t element = 0; // bytes of one element: its size, not its extent
    // alltoallw: each block has a type of its own, null where it is empty, and offsets are in bytes.
    const MPI_Datatype* types = nullptr;
    const std::size_t* elements = nullptr; // bytes of one element of each; null: the types are asked

    bool alike() const { return !counts && !large_counts; }
    MPI_Count count_of(int rank) const { return counts ? counts[rank] : large_counts ? large_counts[rank] : each; }
    MPI_Aint offset_of(int rank) const
    {
        return offsets ? offsets[rank] : large_offsets ? large_offsets[rank] : MPI_Aint(rank) * MPI_Aint(each);
    }
    MPI_Datatype type_of(int rank) const { return types ? types[rank] : type; }
    std::size_t element_of(int rank) const
    {
        return elements ? elements[rank] : types ? element_in_list(rank) : element;
    }
    std::size_t size_of(int rank) const { return std::size_t(count_of(rank)) * element_of(rank); }

private:
    std::size_t element_in_list(int rank) const;
};

// The block of one rank.
user_data block_of(const user_blocks& all, int rank);
// Are all types of blocks that are not empty contiguous?
bool are_contiguous(const user_blocks& all, int ranks);

} // namespace hocket

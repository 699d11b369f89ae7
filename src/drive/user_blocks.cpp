// SPDX-License-Identifier: BSD-3-Clause
#include "drive/user_blocks.hpp"

namespace hocket {

std::size_t user_blocks::element_in_list(int rank) const
{
    if (types[rank] == MPI_DATATYPE_NULL) return 0;
    MPI_Count size = 0;
    mpi.Type_size_x(types[rank], &size);
    return std::size_t(size);
}

user_data block_of(const user_blocks& all, int rank)
{
    MPI_Count low = 0, unit = 1;
    if (!all.types) mpi.Type_get_extent_x(all.type, &low, &unit);
    // Plain arithmetic: the buffer may be MPI_BOTTOM.
    auto at = reinterpret_cast<MPI_Aint>(all.at) + all.offset_of(rank) * MPI_Aint(unit);
    return {reinterpret_cast<void*>(at), std::size_t(all.count_of(rank)), all.type_of(rank), all.element_of(rank)};
}

bool are_contiguous(const user_blocks& all, int ranks)
{
    if (!all.types) return is_contiguous(all.type);
    contiguous_types asked;
    for (int i = 0; i < ranks; ++i)
        if (all.count_of(i) != 0 && !asked.have(all.types[i])) return false;
    return true;
}

} // namespace hocket

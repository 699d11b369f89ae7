// SPDX-License-Identifier: BSD-3-Clause
#include "drive/user_blocks.hpp"

namespace hocket {

user_data block_of(const user_blocks& all, int rank)
{
    MPI_Count low = 0, extent = 0;
    mpi.Type_get_extent_x(all.type, &low, &extent);
    // Plain arithmetic: the buffer may be MPI_BOTTOM.
    auto at = reinterpret_cast<MPI_Aint>(all.at) + all.offset_of(rank) * MPI_Aint(extent);
    return {reinterpret_cast<void*>(at), std::size_t(all.count_of(rank)), all.type, all.element};
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/ranks_in_world.hpp"
#include <numeric>

namespace hocket {

std::vector<int> ranks_in_world(MPI_Comm comm, int size)
{
    MPI_Group mine = MPI_GROUP_NULL, world = MPI_GROUP_NULL;
    std::vector<int> here(std::size_t(size), 0), there(std::size_t(size), MPI_UNDEFINED);
    std::iota(here.begin(), here.end(), 0);
    if (mpi.Comm_group(comm, &mine) == MPI_SUCCESS && mpi.Comm_group(MPI_COMM_WORLD, &world) == MPI_SUCCESS)
        mpi.Group_translate_ranks(mine, size, here.data(), world, there.data());
    for (auto* group : {&mine, &world})
        if (*group != MPI_GROUP_NULL) mpi.Group_free(group);
    return there;
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#include "bench/own_world.hpp"

namespace hocket::bench {

own_world::own_world()
{
    MPI_Info info;
    MPI_Info_create(&info);
    const char* const keys[] = {"hocket_barrier", "hocket_bcast", "hocket_reduce", "hocket_allreduce"};
    for (auto* key : keys) MPI_Info_set(info, key, "native");
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm_);
    MPI_Info_free(&info);
}

} // namespace hocket::bench

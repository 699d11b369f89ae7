// SPDX-License-Identifier: BSD-3-Clause
// Small words between all ranks of a user's communicator. Always as nonblocking calls that are waited for: Intel MPI
// 2021.18 sets shared memory aside at the first blocking reduction on a communicator and ends the program when several
// hundred communicators have done so, where a broadcast alone would have gone on.
#pragma once
#include "transports/mpi/mpi.hpp"
#include <cstdint>

namespace hocket {

inline int finished(int code, MPI_Request& handle)
{
    return code == MPI_SUCCESS ? mpi.Wait(&handle, MPI_STATUS_IGNORE) : code;
}

// The functions that return an int code return MPI's.
inline int greatest_of_all(const std::uint64_t* mine, std::uint64_t* greatest, int n, MPI_Comm comm)
{
    auto handle = MPI_REQUEST_NULL;
    return finished(mpi.Iallreduce(mine, greatest, n, MPI_UINT64_T, MPI_MAX, comm, &handle), handle);
}

// n words of each rank.
inline int gather_from_all(const std::uint64_t* mine, std::uint64_t* all, int n, MPI_Comm comm)
{
    auto handle = MPI_REQUEST_NULL;
    return finished(mpi.Iallgather(mine, n, MPI_UINT64_T, all, n, MPI_UINT64_T, comm, &handle), handle);
}

// `failed` where MPI fails.
inline int least_of_all(int mine, MPI_Comm comm, int failed)
{
    int least = failed;
    auto handle = MPI_REQUEST_NULL;
    int code = finished(mpi.Iallreduce(&mine, &least, 1, MPI_INT, MPI_MIN, comm, &handle), handle);
    return code == MPI_SUCCESS ? least : failed;
}

} // namespace hocket

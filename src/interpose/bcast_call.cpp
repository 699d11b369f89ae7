// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/bcast_call.hpp"
#include "interpose/arguments.hpp"
#include "transports/mpi/large_type.hpp"

namespace hocket {

int bcast_call::native_large() const
{
    if (mpi.Bcast_c) return mpi.Bcast_c(at, count, type, root, comm);
    if (count < 0) return mpi.Bcast(at, -1, type, root, comm); // let it complain
    large_type whole(std::size_t(count), type);
    return whole.error() ? whole.error() : mpi.Bcast(at, 1, whole.type(), root, comm);
}

int bcast_call::start_native(MPI_Request* request) const
{
    if (count == int(count)) return mpi.Ibcast(at, int(count), type, root, comm, request);
    if (mpi.Ibcast_c) return mpi.Ibcast_c(at, count, type, root, comm, request);
    if (count < 0) return mpi.Ibcast(at, -1, type, root, comm, request); // let it complain
    large_type whole(std::size_t(count), type);
    return whole.error() ? whole.error() : mpi.Ibcast(at, 1, whole.type(), root, comm, request);
}

int bcast_call::native_nonblocking() const
{
    auto handle = MPI_REQUEST_NULL;
    int code = start_native(&handle);
    return code == MPI_SUCCESS ? mpi.Wait(&handle, MPI_STATUS_IGNORE) : code;
}

bool bcast_call::is_sound(int ranks, std::size_t& element) const
{
    return count >= 0 && root >= 0 && root < ranks && at != MPI_IN_PLACE && is_type(type, element) &&
           has_address(at, count, type, element);
}

} // namespace hocket

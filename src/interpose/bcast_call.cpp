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

int bcast_call::native_nonblocking() const
{
    auto handle = MPI_REQUEST_NULL;
    int code = MPI_SUCCESS;
    if (count == int(count)) {
        code = mpi.Ibcast(at, int(count), type, root, comm, &handle);
    } else {
        large_type whole(std::size_t(count), type);
        if (whole.error()) return whole.error();
        code = mpi.Ibcast(at, 1, whole.type(), root, comm, &handle);
    }
    return code == MPI_SUCCESS ? mpi.Wait(&handle, MPI_STATUS_IGNORE) : code;
}

bool bcast_call::is_sound(int ranks, std::size_t& element) const
{
    return count >= 0 && root >= 0 && root < ranks && at != MPI_IN_PLACE && is_type(type, element) &&
           has_address(at, count, type, element);
}

} // namespace hocket

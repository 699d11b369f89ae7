// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/bcast_call.hpp"
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
    int small = 0;
    if (count < 0 || root < 0 || root >= ranks || type == MPI_DATATYPE_NULL) return false;
    if (mpi.Type_size(type, &small) != MPI_SUCCESS) return false;
    MPI_Count size = small;
    if (small == MPI_UNDEFINED && mpi.Type_size_x(type, &size) != MPI_SUCCESS) return false;
    element = std::size_t(size);
    return at || element == 0 || has_address();
}

// A null pointer is also MPI_BOTTOM, for types that carry their addresses.
bool bcast_call::has_address() const
{
    return count == 0 || !is_contiguous(type);
}

} // namespace hocket

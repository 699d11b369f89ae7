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

int bcast_call::start_native() const
{
    if (later.staged) return start_as_it_came(*this);
    auto small = [this](MPI_Count n, MPI_Datatype of) {
        return call_library_later(later, mpi.Ibcast, mpi.Bcast_init, at, n, of, root, comm);
    };
    if (count == int(count)) return small(count, type);
    if (mpi.Ibcast_c) return call_library_later(later, mpi.Ibcast_c, mpi.Bcast_init_c, at, count, type, root, comm);
    if (count < 0) return small(-1, type); // let it complain
    large_type whole(std::size_t(count), type);
    return whole.error() ? whole.error() : small(1, whole.type());
}

int bcast_call::native_nonblocking() const
{
    auto handle = MPI_REQUEST_NULL;
    auto same = *this;
    same.later = {&handle};
    int code = same.start_native();
    return code == MPI_SUCCESS ? mpi.Wait(&handle, MPI_STATUS_IGNORE) : code;
}

bool bcast_call::is_sound(int ranks, std::size_t& element) const
{
    return count >= 0 && root >= 0 && root < ranks && at != MPI_IN_PLACE && is_type(type, element) &&
           has_address(at, count, type, element);
}

} // namespace hocket

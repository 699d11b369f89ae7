// SPDX-License-Identifier: BSD-3-Clause
#include "drive/elements.hpp"
#include "transports/mpi/large_type.hpp"
#include <algorithm>

namespace hocket {

namespace {

// MPI_Pack counts in ints; an element larger than this is sent to oneself instead.
constexpr std::size_t at_most = std::size_t(1) << 30;
constexpr int element_tag = 32000; // apart from every context of an algorithm

} // namespace

elements::elements(const user_data& user, MPI_Comm comm) : user_(user), comm_(comm)
{
    MPI_Count low = 0;
    mpi.Type_get_extent_x(user.type, &low, &extent_);
}

int elements::move(std::size_t first, std::size_t n, std::byte* plain, bool packing) const
{
    auto at_once = user_.element > at_most ? 1 : at_most / user_.element;
    for (std::size_t done = 0; done < n;) {
        auto some = std::min(n - done, at_once);
        // The buffer may be MPI_BOTTOM with addresses in the type, so this is plain arithmetic.
        auto theirs = reinterpret_cast<MPI_Aint>(user_.at) + MPI_Aint(first + done) * MPI_Aint(extent_);
        auto* there = reinterpret_cast<void*>(theirs);
        auto* here = plain + done * user_.element;
        int code = user_.element > at_most ? move_giant(there, here, packing) : move_some(there, some, here, packing);
        if (code != MPI_SUCCESS) return code;
        done += some;
    }
    return MPI_SUCCESS;
}

int elements::move_some(void* theirs, std::size_t n, std::byte* plain, bool packing) const
{
    int size = int(n * user_.element), at = 0;
    if (!theirs) return move_from_bottom(int(n), plain, size, packing);
    if (packing) return mpi.Pack(theirs, int(n), user_.type, plain, size, &at, comm_);
    return mpi.Unpack(plain, size, &at, theirs, int(n), user_.type, comm_);
}

// MPICH 4.0 takes MPI_BOTTOM for a missing buffer here, so the type's addresses become distances from `plain`.
int elements::move_from_bottom(int n, std::byte* plain, int size, bool packing) const
{
    MPI_Datatype moved = MPI_DATATYPE_NULL;
    auto back = -reinterpret_cast<MPI_Aint>(plain);
    int at = 0, code = mpi.Type_create_hindexed(1, &n, &back, user_.type, &moved);
    if (code != MPI_SUCCESS) return code;
    code = mpi.Type_commit(&moved);
    if (code == MPI_SUCCESS)
        code = packing ? mpi.Pack(plain, 1, moved, plain, size, &at, comm_)
                       : mpi.Unpack(plain, size, &at, plain, 1, moved, comm_);
    mpi.Type_free(&moved);
    return code;
}

int elements::move_giant(void* theirs, std::byte* plain, bool packing) const
{
    int me = 0;
    mpi.Comm_rank(comm_, &me);
    large_type whole(user_.element, MPI_BYTE);
    if (whole.error()) return whole.error();
    auto to_self = [&](void* from, MPI_Datatype of, void* to, MPI_Datatype as) {
        return mpi.Sendrecv(from, 1, of, me, element_tag, to, 1, as, me, element_tag, comm_, MPI_STATUS_IGNORE);
    };
    return packing ? to_self(theirs, user_.type, plain, whole.type())
                   : to_self(plain, whole.type(), theirs, user_.type);
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/unequal_ends.hpp"
#include "interpose/ask_alone.hpp"

namespace hocket {

namespace {

// Room for more than comes: whoever does not look at both ends first goes on as if nothing were wrong.
int call_alone(collective which, MPI_Comm alone)
{
    const int one = 1, two = 2, none = 0;
    int from = 0, to[2];
    auto is = MPI_INT;
    switch (which) {
    case collective::alltoall: return mpi.Alltoall(&from, one, is, to, two, is, alone);
    case collective::alltoallv: return mpi.Alltoallv(&from, &one, &none, is, to, &two, &none, is, alone);
    default: return mpi.Alltoallw(&from, &one, &none, &is, to, &two, &none, &is, alone);
    }
}

} // namespace

bool unequal_ends::are_refused(collective which)
{
    std::lock_guard held(lock_);
    auto found = known_.find(which);
    if (found != known_.end()) return found->second;
    bool refused = ask_alone([&](MPI_Comm alone) { return call_alone(which, alone); }, MPI_SUCCESS) != MPI_SUCCESS;
    return known_[which] = refused;
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// From a call to the communicator that it is on.
#pragma once
#include "interpose/inside.hpp"
#include "interpose/near_devices.hpp"
#include "interpose/process.hpp"
#include "interpose/profiled.hpp"

namespace hocket {

// Not a communicator at all? Only what is one gets an entry, since another may come to have the same handle.
inline bool exists(MPI_Comm comm)
{
    int inter = 0;
    return comm != MPI_COMM_NULL && mpi.Comm_test_inter(comm, &inter) == MPI_SUCCESS;
}

template <class Call> int run_on(communicator& on, const Call& call)
{
    on.counts().call(call.which);
    return on.profile() ? run_profiled(on, call) : run_where_it_lies(on, call);
}

template <class Call> [[gnu::noinline]] int first_run(const Call& call)
{
    if (!exists(call.comm)) return call.native();
    return run_on(process::here().meet(call.comm), call);
}

template <class Call> int run(const Call& call)
{
    if (inside::now()) return call.native();
    auto* known = process::here().communicators().find(call.comm);
    if (!known) return first_run(call);
    return run_on(*known, call);
}

} // namespace hocket

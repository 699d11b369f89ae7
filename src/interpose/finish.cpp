// SPDX-License-Identifier: BSD-3-Clause
// What of Hocket's belongs to a communicator goes before it.
#include "interpose/handlers.hpp"
#include "interpose/inside.hpp"
#include "interpose/process.hpp"

namespace hocket::handle {

namespace {

// The world and the self cannot be freed: MPI refuses, and they go on as before.
bool can_be_freed(const MPI_Comm* comm)
{
    return comm && *comm != MPI_COMM_NULL && *comm != MPI_COMM_WORLD && *comm != MPI_COMM_SELF;
}

void forget(const MPI_Comm* comm)
{
    if (!can_be_freed(comm)) return;
    inside guard;
    process::here().drop(*comm);
}

} // namespace

int Comm_free(MPI_Comm* comm)
{
    forget(comm);
    return mpi.Comm_free(comm);
}

int Comm_disconnect(MPI_Comm* comm)
{
    forget(comm);
    return mpi.Comm_disconnect(comm);
}

// Ranks that wait in a collective of ours wait on a communicator of its own.
int Comm_revoke(MPI_Comm comm)
{
    if (!mpi.Comm_revoke) return MPI_ERR_UNSUPPORTED_OPERATION;
    inside guard;
    int code = mpi.Comm_revoke(comm);
    auto* known = code == MPI_SUCCESS ? process::here().communicators().find(comm) : nullptr;
    if (known) known->revoke();
    return code;
}

int Finalize()
{
    inside guard;
    auto& all = process::here();
    all.profile().stop();
    if (all.has_world()) all.tell_counts();
    all.drop_all();
    all.profile().finish();
    all.world_ends();
    return mpi.Finalize();
}

int Session_finalize(MPI_Session* session)
{
    if (!mpi.Session_finalize) return MPI_ERR_UNSUPPORTED_OPERATION;
    inside guard;
    auto& all = process::here();
    if (--all.sessions == 0 && !all.has_world()) all.drop_all();
    return mpi.Session_finalize(session);
}

} // namespace hocket::handle

// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/handlers.hpp"
#include "interpose/inside.hpp"
#include "interpose/process.hpp"

namespace hocket::handle {

namespace {

int started(int code)
{
    if (code == MPI_SUCCESS) process::here().settle_world();
    return code;
}

} // namespace

int Init(int* argc, char*** argv)
{
    if (inside::now()) return mpi.Init(argc, argv);
    inside guard;
    return started(mpi.Init(argc, argv));
}

int Init_thread(int* argc, char*** argv, int required, int* provided)
{
    if (inside::now()) return mpi.Init_thread(argc, argv, required, provided);
    inside guard;
    return started(mpi.Init_thread(argc, argv, required, provided));
}

// A mistake in the settings has to wait for the first communicator, whose ranks report it together.
int Session_init(MPI_Info info, MPI_Errhandler errors, MPI_Session* session)
{
    if (!mpi.Session_init) return MPI_ERR_UNSUPPORTED_OPERATION;
    inside guard;
    int code = mpi.Session_init(info, errors, session);
    if (code == MPI_SUCCESS) ++process::here().sessions;
    return code;
}

} // namespace hocket::handle

// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/handlers.hpp"
#include "interpose/inside.hpp"
#include "interpose/process.hpp"
#include <algorithm>

namespace hocket::handle {

namespace {

int started(int code)
{
    if (code == MPI_SUCCESS) process::here().settle_world();
    return code;
}

bool has_thread_of_its_own()
{
    return process::here().by().progress == carried_by::thread;
}

// A thread of ours needs the highest level; the program is told of its own.
int start_with_thread(int* argc, char*** argv, int required, int* provided)
{
    int given = MPI_THREAD_SINGLE;
    int code = mpi.Init_thread(argc, argv, MPI_THREAD_MULTIPLE, &given);
    if (provided) *provided = std::min(required, given);
    process::here().tell_thread_level(std::min(required, given), given == MPI_THREAD_MULTIPLE);
    return started(code);
}

} // namespace

int Init(int* argc, char*** argv)
{
    if (inside::now()) return mpi.Init(argc, argv);
    inside guard;
    if (has_thread_of_its_own()) return start_with_thread(argc, argv, MPI_THREAD_SINGLE, nullptr);
    return started(mpi.Init(argc, argv));
}

int Init_thread(int* argc, char*** argv, int required, int* provided)
{
    if (inside::now()) return mpi.Init_thread(argc, argv, required, provided);
    inside guard;
    if (has_thread_of_its_own()) return start_with_thread(argc, argv, required, provided);
    return started(mpi.Init_thread(argc, argv, required, provided));
}

int Query_thread(int* provided)
{
    auto told = process::here().thread_level();
    if (!told || !provided) return mpi.Query_thread(provided);
    return *provided = *told, MPI_SUCCESS;
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

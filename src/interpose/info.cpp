// SPDX-License-Identifier: BSD-3-Clause
// The info keys hocket_bcast, hocket_gather and so on, wherever an info object meets a communicator.
#include "interpose/handlers.hpp"
#include "interpose/inside.hpp"
#include "interpose/process.hpp"
#include <optional>

namespace hocket::handle {

namespace {

std::optional<std::string> hint_in(MPI_Info info, collective of)
{
    std::string value(MPI_MAX_INFO_VAL + 1, '\0');
    int found = 0;
    if (mpi.Info_get(info, info_key_of(of).c_str(), MPI_MAX_INFO_VAL, value.data(), &found) != MPI_SUCCESS || !found)
        return {};
    value.resize(value.find('\0'));
    return value;
}

void take_hints(MPI_Comm comm, MPI_Info info)
{
    if (info == MPI_INFO_NULL) return;
    for (auto c : all_collectives)
        if (auto hint = hint_in(info, c)) process::here().meet(comm).hint(c, *hint);
}

int hinted(int code, MPI_Comm* made, MPI_Info info)
{
    if (code != MPI_SUCCESS || *made == MPI_COMM_NULL || inside::now()) return code;
    inside guard;
    take_hints(*made, info);
    auto& all = process::here();
    // What one rank has been told the others may not have been.
    if (all.can_run_nonblocking()) all.meet(*made).get_ready();
    return code;
}

// Mostly made for shared memory of the program's own, and with no hint.
int split_by_type(int code, MPI_Comm* made, MPI_Info info)
{
    if (process::here().wants_nonblocking()) return hinted(code, made, info);
    if (code == MPI_SUCCESS && *made != MPI_COMM_NULL && !inside::now()) take_hints(*made, info);
    return code;
}

} // namespace

int Comm_set_info(MPI_Comm comm, MPI_Info info)
{
    int code = mpi.Comm_set_info(comm, info);
    if (code != MPI_SUCCESS || inside::now()) return code;
    inside guard;
    take_hints(comm, info);
    process::here().meet(comm).unsettle(); // on every rank, whether or not this rank gives the key
    return code;
}

int Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* made)
{
    return hinted(mpi.Comm_dup_with_info(comm, info, made), made, info);
}

int Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* made)
{
    return split_by_type(mpi.Comm_split_type(comm, type, key, info, made), made, info);
}

int Comm_create_from_group(MPI_Group group, const char* tag, MPI_Info info, MPI_Errhandler errors, MPI_Comm* made)
{
    if (!mpi.Comm_create_from_group) return MPI_ERR_UNSUPPORTED_OPERATION;
    return hinted(mpi.Comm_create_from_group(group, tag, info, errors, made), made, info);
}

} // namespace hocket::handle

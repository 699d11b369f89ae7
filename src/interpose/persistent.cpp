// SPDX-License-Identifier: BSD-3-Clause
// Persistent requests that may be ours.
#include "interpose/handlers.hpp"
#include "interpose/inside.hpp"
#include "interpose/process.hpp"

namespace hocket::handle {

namespace {

bool may_be_ours(const MPI_Request* request)
{
    return request && process::here().persistent().any() && !inside::now();
}

} // namespace

int Start(MPI_Request* request)
{
    if (!may_be_ours(request)) return mpi.Start(request);
    inside guard;
    auto code = process::here().persistent().start(*request);
    return code ? *code : mpi.Start(request);
}

// In their order.
int Startall(int n, MPI_Request* requests)
{
    if (!may_be_ours(requests)) return mpi.Startall(n, requests);
    for (int i = 0; i < n; ++i)
        if (int code = Start(&requests[i]); code != MPI_SUCCESS) return code;
    return MPI_SUCCESS;
}

int Request_free(MPI_Request* request)
{
    if (!may_be_ours(request)) return mpi.Request_free(request);
    inside guard;
    process::here().persistent().forget(*request);
    process::here().free_kept();
    return mpi.Request_free(request);
}

} // namespace hocket::handle

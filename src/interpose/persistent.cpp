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

// Of most programs none has: one load.
bool any_is_unheard()
{
    return persistent_requests::unheard() > 0;
}

// True: one at least had ended without a message.
[[gnu::noinline]] bool hear(int n, const MPI_Request* requests)
{
    if (n < 1 || !requests || inside::now()) return false;
    inside guard;
    return process::here().persistent().hear(n, requests);
}

[[gnu::noinline]] int tell(int n, const MPI_Request* requests)
{
    if (n < 1 || !requests || inside::now()) return MPI_SUCCESS;
    inside guard;
    return process::here().persistent().tell(n, requests);
}

// Who asks which have ended.
int told(int n, const MPI_Request* requests)
{
    return any_is_unheard() ? tell(n, requests) : MPI_SUCCESS;
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

// One that has ended without a message is nothing to wait for, and has no status of its own.
int Wait(MPI_Request* request, MPI_Status* status)
{
    if (any_is_unheard() && hear(1, request) && status == MPI_STATUS_IGNORE) return MPI_SUCCESS;
    return mpi.Wait(request, status);
}

int Test(MPI_Request* request, int* done, MPI_Status* status)
{
    if (any_is_unheard()) hear(1, request);
    return mpi.Test(request, done, status);
}

int Waitall(int n, MPI_Request* requests, MPI_Status* statuses)
{
    if (any_is_unheard()) hear(n, requests);
    return wait_for_all(n, requests, statuses);
}

// Of all or of none.
int Testall(int n, MPI_Request* requests, int* done, MPI_Status* statuses)
{
    int code = mpi.Testall(n, requests, done, statuses);
    if (any_is_unheard() && code == MPI_SUCCESS && *done) hear(n, requests);
    return code;
}

int Waitany(int n, MPI_Request* requests, int* which, MPI_Status* status)
{
    if (int code = told(n, requests); code != MPI_SUCCESS) return code;
    return mpi.Waitany(n, requests, which, status);
}

int Testany(int n, MPI_Request* requests, int* which, int* done, MPI_Status* status)
{
    if (int code = told(n, requests); code != MPI_SUCCESS) return code;
    return mpi.Testany(n, requests, which, done, status);
}

int Waitsome(int n, MPI_Request* requests, int* found, int* which, MPI_Status* statuses)
{
    if (int code = told(n, requests); code != MPI_SUCCESS) return code;
    return mpi.Waitsome(n, requests, found, which, statuses);
}

int Testsome(int n, MPI_Request* requests, int* found, int* which, MPI_Status* statuses)
{
    if (int code = told(n, requests); code != MPI_SUCCESS) return code;
    return mpi.Testsome(n, requests, found, which, statuses);
}

int Request_get_status_any(int n, const MPI_Request* requests, int* which, int* done, MPI_Status* status)
{
    if (int code = told(n, requests); code != MPI_SUCCESS) return code;
    return mpi.Request_get_status_any(n, requests, which, done, status);
}

int Request_get_status_some(int n, const MPI_Request* requests, int* found, int* which, MPI_Status* statuses)
{
    if (int code = told(n, requests); code != MPI_SUCCESS) return code;
    return mpi.Request_get_status_some(n, requests, found, which, statuses);
}

} // namespace hocket::handle

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/surroundings.hpp"
#include "interpose/agreement.hpp"
#include "interpose/call_library.hpp"
#include "interpose/collective.hpp"
#include <memory>

namespace hocket {

// A call that does not wait, on host memory instead of a device's.
struct staged_form {
    const void* call; // the same as it came, of the same type: the library's, if it runs it; null: it cannot
    std::unique_ptr<surroundings>* around; // the operation takes it
};

// How a call that does not wait ends: in a request, of one operation or of one that can be started again and again.
struct later_form {
    MPI_Request* request = nullptr; // null: it is a blocking call
    bool persistent = false;
    MPI_Info info = MPI_INFO_NULL; // of a persistent call
    const staged_form* staged = nullptr;

    explicit operator bool() const { return request != nullptr; }
};

// A staged call that the library runs after all. Where it says that it reads no memory of devices, an error rather than
// the end of the program.
template <class Call> int start_as_it_came(const Call& call)
{
    if (auto* came = static_cast<const Call*>(call.later.staged->call)) return came->native();
    complain(function_of(call.which) +
             ", nonblocking or persistent: the MPI library runs it itself, and says that it reads "
             "no memory of devices, where a buffer lies");
    mpi.Comm_call_errhandler(call.comm, MPI_ERR_BUFFER);
    return MPI_ERR_BUFFER;
}

// The function of the library's for this form, MPI_I... or MPI_..._init.
template <class Once, class Again, class... Arguments>
int call_library_later(const later_form& form, Once* once, Again* again, Arguments... with)
{
    return form.persistent ? call_library(again, with..., form.info, form.request)
                           : call_library(once, with..., form.request);
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "interpose/call_library.hpp"

namespace hocket {

// How a call that does not wait ends: in a request, of one operation or of one that can be started again and again.
struct later_form {
    MPI_Request* request = nullptr; // null: it is a blocking call
    bool persistent = false;
    MPI_Info info = MPI_INFO_NULL; // of a persistent call

    explicit operator bool() const { return request != nullptr; }
};

// The function of the library's for this form, MPI_I... or MPI_..._init.
template <class Once, class Again, class... Arguments>
int call_library_later(const later_form& form, Once* once, Again* again, Arguments... with)
{
    return form.persistent ? call_library(again, with..., form.info, form.request)
                           : call_library(once, with..., form.request);
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// The forms of a collective, out of one function that makes its call of the arguments.
#pragma once
#include "interpose/dispatch.hpp"
#include "interpose/handlers.hpp"

namespace hocket {

template <auto make> struct entry;
template <class Call, class... Arguments, Call (*make)(Arguments...)> struct entry<make> {
    static int blocking(Arguments... with) { return run(make(with...)); }
    static int nonblocking(Arguments... with, MPI_Request* request) { return later(make(with...), {request}); }
    static int persistent(Arguments... with, MPI_Info info, MPI_Request* request)
    {
        return later(make(with...), {request, true, info});
    }

private:
    static int later(Call call, const later_form& form)
    {
        call.later = form;
        if (form.request) return run(call);
        return mpi.Comm_call_errhandler(call.comm, MPI_ERR_ARG), MPI_ERR_ARG;
    }
};

template <auto function> const hocket_function as_handler = reinterpret_cast<hocket_function>(function);

// For the functions name and name_c.
#define HOCKET_ENTRIES(Name, name)                                                                                     \
    const hocket_function Name = as_handler<entry<name>::blocking>;                                                    \
    const hocket_function Name##_c = as_handler<entry<name##_c>::blocking>;                                            \
    const hocket_function I##name = as_handler<entry<name>::nonblocking>;                                              \
    const hocket_function I##name##_c = as_handler<entry<name##_c>::nonblocking>;                                      \
    const hocket_function Name##_init = as_handler<entry<name>::persistent>;                                           \
    const hocket_function Name##_init_c = as_handler<entry<name##_c>::persistent>;

} // namespace hocket

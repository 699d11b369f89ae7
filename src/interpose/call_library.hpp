// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/mpi/mpi.hpp"

namespace hocket {

// A function of the library's with arguments of about the right types; an error where the library has none.
template <class... Parameters, class... Arguments> int call_library(int (*function)(Parameters...), Arguments... with)
{
    return function ? function(Parameters(with)...) : MPI_ERR_UNSUPPORTED_OPERATION;
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/dispatch.hpp"
#include "interpose/handlers.hpp"

namespace hocket::handle {

int Barrier(MPI_Comm comm)
{
    return run(barrier_call{comm});
}

} // namespace hocket::handle

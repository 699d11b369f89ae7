// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/dispatch.hpp"
#include "interpose/handlers.hpp"

namespace hocket::handle {

int Bcast(void* at, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    return run(bcast_call{at, count, type, root, comm});
}

int Bcast_c(void* at, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm)
{
    return run(bcast_call{at, count, type, root, comm});
}

} // namespace hocket::handle

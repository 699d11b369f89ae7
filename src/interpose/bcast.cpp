// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/entries.hpp"

namespace hocket::handle {

namespace {

bcast_call bcast(void* at, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    return {at, count, type, root, comm};
}

bcast_call bcast_c(void* at, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm)
{
    return {at, count, type, root, comm};
}

barrier_call barrier(MPI_Comm comm)
{
    return {comm};
}

} // namespace

HOCKET_ENTRIES(Bcast, bcast)
const hocket_function Barrier = as_handler<entry<barrier>::blocking>;
const hocket_function Ibarrier = as_handler<entry<barrier>::nonblocking>;
const hocket_function Barrier_init = as_handler<entry<barrier>::persistent>;

} // namespace hocket::handle

// SPDX-License-Identifier: BSD-3-Clause
// Messages of several pieces.
#include "transports/mpi/mpi_port.hpp"
#include "transports/mpi/piece_type.hpp"
#include "transports/staged.hpp"

namespace hocket {

int mpi_port::start_pieces(const request& r, MPI_Request& handle)
{
    piece_type all(pieces_of(r), arena_);
    if (all.error()) return all.error();
    if (r.what == verb::send) return mpi.Isend(MPI_BOTTOM, 1, all.type(), r.peer, tag_of(r.context), comm_, &handle);
    return mpi.Irecv(MPI_BOTTOM, 1, all.type(), r.peer, tag_of(r.context), comm_, &handle);
}

} // namespace hocket

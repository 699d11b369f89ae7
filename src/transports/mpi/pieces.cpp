// SPDX-License-Identifier: BSD-3-Clause
// Messages of several pieces, and pictures of data that is not contiguous.
#include "transports/mpi/mpi_port.hpp"
#include "transports/mpi/piece_type.hpp"

namespace hocket {

namespace {

std::span<const bytes> list_of(const request& r)
{
    return {r.pieces, std::size_t(r.piece_count)};
}

} // namespace

int mpi_port::start_pieces(const request& r, MPI_Request& handle)
{
    piece_type all(list_of(r), arena_);
    if (all.error()) return all.error();
    if (r.what == verb::send) return mpi.Isend(MPI_BOTTOM, 1, all.type(), r.peer, r.context, comm_, &handle);
    return mpi.Irecv(MPI_BOTTOM, 1, all.type(), r.peer, r.context, comm_, &handle);
}

// What a message reads is packed before it goes.
void mpi_port::before(const request& r)
{
    if (r.from) picture_->before_reading({r.from, r.count});
    if (r.what == verb::send)
        for (auto& p : list_of(r)) picture_->before_reading(p);
}

// What it has brought is unpacked.
void mpi_port::after(const request& r)
{
    if (r.into) picture_->after_writing({r.into, r.count});
    else if (r.from) picture_->after_reading({r.from, r.count});
    for (auto& p : list_of(r))
        if (r.what == verb::send) picture_->after_reading(p);
        else picture_->after_writing(p);
}

} // namespace hocket

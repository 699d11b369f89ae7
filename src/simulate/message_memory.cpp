// SPDX-License-Identifier: BSD-3-Clause
// What a message's memory costs, and what is in it.
#include "simulate/simulator.hpp"

namespace hocket {

// Of several pieces on their way through memory of the library. Ends that copy themselves take them as they lie.
double simulator::packing(const request& r) const
{
    if (r.piece_count <= 1) return 0;
    bool inside = ranks_[std::size_t(r.owner)].node_ == ranks_[std::size_t(r.peer)].node_;
    return inside && by_.shares ? 0 : double(r.count) * copy_per_byte_;
}

// Microseconds to make memory known to the interface. Other scratch comes from memory that is used over and over, and
// several pieces go through memory of the library. What is to be combined lands in such scratch.
double simulator::fresh(virtual_rank& me, const request& r)
{
    if (r.what == verb::recv_reduce) return 0;
    auto* at = r.piece_count == 1 ? r.pieces->data() : r.what == verb::send ? r.from : r.into;
    bool user = at >= space_ && at < new_scratch_space_, scratch = at >= new_scratch_space_ && at < scratch_space_;
    if (!scratch && !(user && with_.user_is_fresh)) return 0;
    return double((user ? me.known_user_ : me.known_scratch_).grow(at, r.count)) * 1e-6 * by_.fresh_buffer_us_per_MB;
}

// What the sender's ledgers hold when it sends; the receiver sees it when it goes on.
void simulator::pack(flight& f, const request& r)
{
    f.parcel = parcels_.keep(packed(r, [&](auto* at) { return exists(at); }));
}

void simulator::deliver(const flight& f, const request& r)
{
    unpack(parcels_.take(f.parcel), r, [&](auto* at) { return exists(at); });
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#include "transports/mpi/mpi_port.hpp"
#include "base/copy.hpp"
#include "transports/mpi/large_type.hpp"
#include "transports/staged.hpp"
#include <algorithm>
#include <utility>

namespace hocket {

namespace {

// A small send is often complete at once, and then asking costs less than a turn through progress.
constexpr std::size_t worth_a_test = 4096;
// So seldom does a rank that only talks to its neighbours look after what MPI has to do for others: after so many looks
// in a row that found nothing, and after so many of any kind. Unless it has looked for its neighbours in vain for long:
// then it gives way between its looks, and each may come late.
constexpr unsigned nudge = 32, seldom = 128, in_vain = 256;
// And after so many operations that went by without a look.
constexpr unsigned unseen = 64;
constexpr int unused_tag = 32767; // the last that blocking operations have

} // namespace

bool mpi_port::post(request& r)
{
    if (failure_) return false; // the driver ends the task; nothing of r is in flight
    if (r.told) return post_near(r);
    if (r.what == verb::copy || r.what == verb::reduce) return do_here(r), true;
    if (r.cast) return post_cast(r);
    return is_near(r) ? post_near(r) : post_message(r);
}

bool mpi_port::post_near(request& r)
{
    if (near_->post(r)) return !failure_;
    if (near_->failed()) fail(MPI_ERR_TRUNCATE);
    return false;
}

// No message of the library's would tell of a communicator that was revoked. MPICH may not be asked there, and cannot
// revoke any.
bool mpi_port::progress_by_short_way(bool all)
{
    bool moved = near_->progress(all);
    if (all && is_carried() && !mpi.Request_is_complete) look_after_mpi();
    if (near_->failed()) fail(MPI_ERR_TRUNCATE);
    return moved || failure_;
}

bool mpi_port::progress_near(bool all)
{
    if (!near_) return false;
    bool moved = progress_by_short_way(all);
    quiet_ = moved ? 0 : quiet_ + 1;
    bool due = ++looks_ >= seldom || quiet_ % nudge == nudge - 1 || quiet_ > in_vain || all;
    if (due && in_->empty()) look_after_mpi();
    return moved;
}

bool mpi_port::post_cast(request& r)
{
    if (picture_) before(*picture_, r);
    cast_->post(r);
    fail(cast_->failure());
    return false;
}

bool mpi_port::progress_cast(bool all)
{
    auto ended = [this](request& r) {
        if (picture_) after(*picture_, r);
        r.finish().resume();
    };
    bool alone = in_->empty() && (!near_ || near_->is_idle());
    bool moved = cast_->progress(ended, all, alone);
    fail(cast_->failure());
    return moved;
}

// A probe that finds something is over at once, and nothing else is looked after: so for a message that nobody sends.
void mpi_port::look_after_mpi()
{
    int any = 0;
    looks_ = unseen_ = 0;
    fail(mpi.Iprobe(MPI_ANY_SOURCE, unused_tag, comm_, &any, MPI_STATUS_IGNORE));
}

void mpi_port::do_here(const request& r)
{
    auto* from = picture_ ? picture_->source_of(cbytes(r.from, r.count)) : r.from;
    if (r.what == verb::reduce) combine(r, from);
    else if (r.count) move_bytes(r.into, from, r.count);
    if (!picture_) return;
    picture_->after_reading(cbytes(from, r.count));
    picture_->after_writing(cbytes(r.into, r.count));
}

bool mpi_port::post_message(request& r)
{
    bytes landing = r.what == verb::recv_reduce ? landing_for(r.count) : bytes(r.into, r.count);
    if (picture_) before(*picture_, r);
    auto handle = MPI_REQUEST_NULL;
    fail(start(r, landing.data(), handle));
    if (failure_) return false;
    if (is_worth_asking(r, handle)) {
        int done = 0;
        fail(mpi.Test(&handle, &done, MPI_STATUS_IGNORE));
        if (done && !failure_) return land({&r, landing, this}), true;
    }
    in_->add(handle, {&r, landing, this});
    return false;
}

// An operation that others' progress carries may make none itself. To ask without any costs next to nothing.
bool mpi_port::is_worth_asking(const request& r, MPI_Request handle) const
{
    if (is_carried() && mpi.Request_is_complete) return mpi.Request_is_complete(handle);
    return r.what == verb::send && r.count <= worth_a_test;
}

// Memory that an earlier message has left, where that is long enough: an operation needs as much as is in flight at
// once.
bytes mpi_port::landing_for(std::size_t n)
{
    auto fits = std::ranges::find_if(landings_, [n](bytes b) { return b.size() >= n; });
    if (fits == landings_.end()) return scratch(n);
    auto found = std::exchange(*fits, landings_.back());
    landings_.pop_back();
    return found;
}

void mpi_port::disagree(const disagreement_of& which)
{
    if (!disagreement_) disagreement_ = which;
    fail(MPI_ERR_TRUNCATE);
}

int mpi_port::start(const request& r, std::byte* landing, MPI_Request& handle)
{
    if (r.what == verb::native_bcast) return start_native(r, handle);
    if (r.pieces) return start_pieces(r, handle);
    int n = int(r.count), tag = tag_of(r.context);
    auto type = MPI_BYTE;
    if (r.count > large_type::chunk) {
        large_type whole(r.count, MPI_BYTE);
        if (whole.error()) return whole.error();
        if (r.what == verb::send) return mpi.Isend(r.from, 1, whole.type(), r.peer, tag, comm_, &handle);
        return mpi.Irecv(landing, 1, whole.type(), r.peer, tag, comm_, &handle);
    }
    if (r.what == verb::send) return mpi.Isend(r.from, n, type, r.peer, tag, comm_, &handle);
    return mpi.Irecv(landing, n, type, r.peer, tag, comm_, &handle);
}

bool mpi_port::progress(bool all)
{
    bool moved = progress_near(all);
    if (cast_ && !failure_) moved |= progress_cast(all);
    return failure_ || in_->progress() || moved;
}

void mpi_port::land(const posted& one)
{
    const auto& r = *one.who;
    if (r.what == verb::recv_reduce) {
        combine(r, one.landing.data());
        landings_.push_back(one.landing);
    }
    if (picture_) after(*picture_, r);
}

void mpi_port::end()
{
    begin(nullptr);
    if (near_ && !is_carried() && ++unseen_ == unseen) look_after_mpi();
    landings_.clear();
    if (parked_.empty() && !has_left_lent()) arena_.reset();
}

} // namespace hocket

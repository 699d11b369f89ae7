// SPDX-License-Identifier: BSD-3-Clause
#include "transports/mpi/letters.hpp"

namespace hocket {

// Only after an error is any left, and its memory with it.
letters::~letters()
{
    if (awaited_ != MPI_REQUEST_NULL) {
        mpi.Cancel(&awaited_);
        mpi.Wait(&awaited_, MPI_STATUS_IGNORE);
    }
    if (!all_gone()) new std::deque<sent>(std::move(sent_));
}

bool letters::post(int to, const cast_letter& what)
{
    if (failure_ || sent_.size() >= most) return false;
    auto& one = sent_.emplace_back(sent{MPI_REQUEST_NULL, {}});
    one.data.resize(cast_letter::header + what.body.size());
    write_letter(what, one.data.data());
    fail(mpi.Isend(one.data.data(), int(one.data.size()), MPI_BYTE, to, tag, comm_, &one.handle));
    return !failure_;
}

bool letters::all_gone(bool inside)
{
    while (!sent_.empty() && !failure_ && has_ended(sent_.front().handle, MPI_STATUS_IGNORE, inside)) sent_.pop_front();
    return sent_.empty();
}

// To ask about one that is not complete would be to make progress.
bool letters::has_ended(MPI_Request& which, MPI_Status* status, bool inside)
{
    if (inside && mpi.Request_is_complete && !mpi.Request_is_complete(which)) return false;
    int done = 0;
    fail(mpi.Test(&which, &done, status));
    return done && !failure_;
}

bool letters::receive_posted(int& from, int& size, bool inside)
{
    int capacity = int(read_.size());
    if (awaited_ == MPI_REQUEST_NULL && !failure_)
        fail(mpi.Irecv(read_.data(), capacity, MPI_BYTE, MPI_ANY_SOURCE, tag, comm_, &awaited_));
    MPI_Status status;
    if (failure_ || !has_ended(awaited_, &status, inside)) return false;
    from = status.MPI_SOURCE;
    fail(mpi.Get_count(&status, MPI_BYTE, &size));
    return !failure_;
}

bool letters::receive(int& from, int& size)
{
    int there = 0;
    MPI_Status status;
    fail(mpi.Iprobe(MPI_ANY_SOURCE, tag, comm_, &there, &status));
    if (failure_ || !there) return false;
    from = status.MPI_SOURCE;
    auto handle = MPI_REQUEST_NULL;
    int capacity = int(read_.size());
    fail(mpi.Irecv(read_.data(), capacity, MPI_BYTE, from, tag, comm_, &handle));
    if (!failure_) fail(mpi.Wait(&handle, &status));
    if (!failure_) fail(mpi.Get_count(&status, MPI_BYTE, &size));
    return !failure_;
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// The unhappy end of operations: only after an error, so nothing here needs to be fast.
#include "transports/mpi/mpi_port.hpp"
#include <algorithm>
#include <chrono>
#include <thread>

namespace hocket {

namespace {

// A receive that MPI could not cancel has been matched, and its data is on the way unless the sender is gone.
constexpr auto patience = std::chrono::seconds(2);

bool completes(MPI_Request& handle)
{
    auto until = std::chrono::steady_clock::now() + patience;
    for (;;) {
        int done = 0;
        if (mpi.Test(&handle, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done) return true;
        if (std::chrono::steady_clock::now() > until) return false;
        std::this_thread::yield();
    }
}

bool completed(MPI_Request& handle)
{
    int done = 0;
    return mpi.Test(&handle, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done;
}

} // namespace

void mpi_port::cancel(request& r) noexcept
{
    if (r.cast) return cast_->cancel(r);
    if (is_near(r)) return near_->cancel(r);
    withdraw(in_->remove(r), r.what == verb::recv || r.what == verb::recv_reduce);
    r.done = nullptr;
}

// What may make no progress goes by what is known. A receive that has been cancelled is over at once.
bool mpi_port::has_ended(MPI_Request& handle, bool receiving) const
{
    if (is_carried() && mpi.Request_is_complete && !mpi.Request_is_complete(handle)) return false;
    return receiving && !is_carried() ? completes(handle) : completed(handle);
}

// Sends cannot be cancelled in MPI, and native collectives neither: they are parked.
void mpi_port::withdraw(MPI_Request handle, bool receiving) noexcept
{
    if (handle == MPI_REQUEST_NULL) return;
    if (receiving) mpi.Cancel(&handle);
    if (!has_ended(handle, receiving)) parked_.push_back(handle);
}

mpi_port::~mpi_port()
{
    std::erase_if(parked_, [this](auto& handle) { return has_ended(handle, false); });
    if (!parked_.empty() || has_left_lent()) arena_.abandon();
    if (leaders_ != MPI_COMM_NULL) mpi.Comm_free(&leaders_);
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#include "transports/mpi/progress_hook.hpp"
#include "transports/mpi/mpi.hpp"
#include <utility>

namespace hocket {

namespace {

constexpr int looks = 10000; // after which a message to this rank itself must have come

// What the proof waits for, and what the hook does about it.
struct proof {
    MPI_Request sent = MPI_REQUEST_NULL;
    int calls = 0;
} under_way;

// At its second call it sends what this rank waits for.
bool send_once()
{
    if (++under_way.calls == 2) mpi.Isend(nullptr, 0, MPI_BYTE, 0, 0, MPI_COMM_SELF, &under_way.sent);
    return false;
}

} // namespace

#if defined(HOCKET_ABI_MPICH)

namespace {
enum { not_done = 0, done = 1 }; // of MPIX_Async
constexpr int no_stream = 0x3c000000;
} // namespace

// The library lets go of it when it says that it is done, not before.
int progress_hook::poll_mpich(void*)
{
    auto& self = *only;
    if (!self.runs_) return self.is_there_ = false, done;
    self.called_();
    return not_done;
}

void progress_hook::start()
{
    only = this;
    runs_ = true;
    if (!is_there_.exchange(true)) mpi.Async_start(poll_mpich, nullptr, no_stream);
}

void progress_hook::stop()
{
    runs_ = false;
}

bool progress_hook::works()
{
    return mpi.Async_start && mpi.Request_is_complete && hears_itself();
}

#elif defined(HOCKET_ABI_OMPI)

int progress_hook::poll_open_mpi()
{
    return only.load()->called_() ? 1 : 0;
}

void progress_hook::start()
{
    only = this;
    runs_ = true;
    if (!is_there_.exchange(true)) mpi.progress_register(poll_open_mpi);
}

void progress_hook::stop()
{
    runs_ = false;
    if (is_there_.exchange(false)) mpi.progress_unregister(poll_open_mpi);
}

bool progress_hook::works()
{
    return mpi.progress_register && mpi.progress_unregister && hears_itself();
}

#else

void progress_hook::start() {}
void progress_hook::stop() {}
bool progress_hook::works()
{
    return false;
}

#endif

bool progress_hook::hears_itself()
{
    auto awaited = MPI_REQUEST_NULL;
    auto called = std::exchange(called_, send_once);
    int come = 0;
    under_way = {};
    if (mpi.Irecv(nullptr, 0, MPI_BYTE, 0, 0, MPI_COMM_SELF, &awaited) != MPI_SUCCESS) return false;
    start();
    for (int i = 0; i < looks && !come; ++i) mpi.Test(&awaited, &come, MPI_STATUS_IGNORE);
    stop();
    called_ = called;
    if (!come) mpi.Cancel(&awaited);
    if (!come) mpi.Wait(&awaited, MPI_STATUS_IGNORE);
    if (under_way.sent != MPI_REQUEST_NULL) mpi.Wait(&under_way.sent, MPI_STATUS_IGNORE);
    return come != 0;
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#include "drive/progress_thread.hpp"
#include "transports/shared/waiter.hpp"
#include <csignal>

namespace hocket {

// The program's signals are its own threads' to handle.
void progress_thread::start()
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::thread([this] { run(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    auto wake = [this] {
        std::lock_guard held(lock_);
        work_.notify_one();
    };
    of_.when_one_starts(wake);
    casts_.when_one_owes(wake);
}

void progress_thread::stop()
{
    if (!thread_.joinable()) return;
    {
        std::lock_guard held(lock_);
        ends_ = true;
    }
    work_.notify_one();
    thread_.join();
    of_.when_one_starts({});
    casts_.when_one_owes({});
}

bool progress_thread::waits_for_work()
{
    std::unique_lock held(lock_);
    work_.wait(held, [this] { return ends_ || has_work(); });
    return !ends_;
}

// Asking after a message that never comes has the library look after everything else.
void progress_thread::run()
{
    auto never = MPI_REQUEST_NULL;
    if (mpi.Irecv(nullptr, 0, MPI_BYTE, 0, nonblocking_engine::never_sent, MPI_COMM_SELF, &never) != MPI_SUCCESS)
        return;
    while (waits_for_work()) carry(never);
    mpi.Cancel(&never);
    mpi.Wait(&never, MPI_STATUS_IGNORE);
}

void progress_thread::carry(MPI_Request never)
{
    waiter wait(false);
    for (auto moved = of_.moved(); has_work() && !ends_;) {
        int come = 0;
        mpi.Test(&never, &come, MPI_STATUS_IGNORE);
        if (of_.moved() == moved) wait.pause();
        else wait.reset();
        moved = of_.moved();
    }
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/nonblocking.hpp"
#include "transports/mpi/cast_keeper.hpp"
#include <condition_variable>
#include <thread>

namespace hocket {

// Has the library make progress while operations are in flight or others may need what has been left, and sleeps
// while there is nothing. Needs MPI_THREAD_MULTIPLE.
class progress_thread {
public:
    progress_thread(nonblocking_engine& of, cast_keeper& casts) : of_(of), casts_(casts) {}
    void start();
    // Before MPI ends.
    void stop();

private:
    void run();
    void carry(MPI_Request never);
    bool waits_for_work();
    bool has_work() const { return of_.in_flight() > 0 || casts_.owes(); }

    nonblocking_engine& of_;
    cast_keeper& casts_;
    std::mutex lock_;
    std::condition_variable work_;
    std::atomic<bool> ends_ = false;
    std::thread thread_;
};

} // namespace hocket

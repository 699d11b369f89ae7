// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/nonblocking.hpp"
#include <condition_variable>
#include <thread>

namespace hocket {

// Has the library make progress while operations are in flight, and sleeps while there are none. Needs
// MPI_THREAD_MULTIPLE.
class progress_thread {
public:
    explicit progress_thread(nonblocking_engine& of) : of_(of) {}
    void start();
    // Before MPI ends.
    void stop();

private:
    void run();
    void carry(MPI_Request never);
    bool waits_for_work();

    nonblocking_engine& of_;
    std::mutex lock_;
    std::condition_variable work_;
    std::atomic<bool> ends_ = false;
    std::thread thread_;
};

} // namespace hocket

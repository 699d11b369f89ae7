// SPDX-License-Identifier: BSD-3-Clause
// A function of ours that the library calls whenever it makes progress, whatever the program waits for: MPIX_Async of
// MPICH 4.2 and later, the progress callbacks of Open MPI.
#pragma once
#include <atomic>

namespace hocket {

class progress_hook {
public:
    // True: something has happened. It may be called by any thread, also from a call of its own.
    using function = bool (*)();

    explicit progress_hook(function called) : called_(called) {}

    // Does this library call it while the program asks after something else? Local; sends this rank a message.
    bool works();
    // From here on until stop() it is called. Not by two threads at a time.
    void start();
    void stop();
    // MPICH lets go of all that it calls before anything else of MPI_Finalize, and takes nothing new.
#if defined(HOCKET_ABI_MPICH)
    static constexpr bool is_over_before_mpi = true;
#else
    static constexpr bool is_over_before_mpi = false;
#endif

private:
    bool hears_itself();
    static int poll_mpich(void* thing);
    static int poll_open_mpi();

    function called_;
    std::atomic<bool> runs_ = false, is_there_ = false;
    static inline std::atomic<progress_hook*> only = nullptr; // Open MPI hands on no pointer
};

} // namespace hocket

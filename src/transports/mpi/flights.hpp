// SPDX-License-Identifier: BSD-3-Clause
// What MPI has under way for operations of ours, on one port or on many. All handles lie together: one look is one
// call, however many there are; inside MPICH's own progress, where no call may make any, it reads whether each is
// complete.
#pragma once
#include "net/request.hpp"
#include "transports/mpi/mpi.hpp"
#include <vector>

namespace hocket {

class mpi_port;

// One message, or one collective of the library's.
struct posted {
    request* who;
    bytes landing; // where a message is received that is then combined
    mpi_port* of;
};

class flights {
public:
    bool empty() const { return handles_.empty(); }
    std::size_t size() const { return handles_.size(); }
    void add(MPI_Request handle, const posted& one);
    // Looks once, and lets go on whoever can. False: nothing had happened.
    bool progress();
    // The same from inside the library's own progress.
    bool progress_inside();
    // Its owner goes away. What MPI still has of it; null: nothing.
    MPI_Request remove(request& r) noexcept;

private:
    int find_some();
    int find_some_inside();
    bool go_on(int found);
    void fail_all(int code);
    void collect(int found);
    void close_gaps(std::size_t first);
    void resume_ready();

    std::vector<MPI_Request> handles_;
    std::vector<posted> posted_;
    std::vector<int> completed_;
    std::vector<MPI_Status> statuses_;
    std::vector<posted> ready_;
};

} // namespace hocket

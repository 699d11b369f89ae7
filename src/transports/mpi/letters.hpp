// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/mpi/mpi.hpp"
#include "transports/multicast/letter.hpp"
#include <atomic>
#include <deque>

namespace hocket {

// Short messages of Hocket's own between ranks of a communicator, apart from those of algorithms.
class letters {
public:
    // `waits`: a receive is always posted, so that one may be looked for inside the library's own progress.
    letters(MPI_Comm comm, bool waits) : comm_(comm), waits_(waits), read_(cast_letter::whole) {}
    letters(const letters&) = delete;
    letters& operator=(const letters&) = delete;
    ~letters();

    // False: as many as may be are under way.
    bool post(int to, const cast_letter& what);
    // One that has come: calls arrived(from, bytes). False: there is none.
    template <class Arrived> bool look(Arrived arrived, bool inside = false)
    {
        int from = 0, size = 0;
        if (!(waits_ ? receive_posted(from, size, inside) : receive(from, size))) return false;
        arrived(from, cbytes(read_.data(), std::size_t(size)));
        return true;
    }
    // Do the library's part of those that were sent. `inside` its own progress, where no call may make any.
    bool all_gone(bool inside = false);
    bool is_empty() const { return sent_.empty(); } // nothing is under way, as far as it has been asked
    int failure() const { return failure_; }

private:
    static constexpr std::size_t most = 64;  // under way: a megabyte
    static constexpr int tag = 32766; // five levels deep would be the first net to have it

    struct sent {
        MPI_Request handle;
        std::vector<std::byte> data;
    };
    bool receive(int& from, int& size);
    bool receive_posted(int& from, int& size, bool inside);
    bool has_ended(MPI_Request& which, MPI_Status* status, bool inside);
    void fail(int code)
    {
        if (code != MPI_SUCCESS && !failure_) failure_ = code;
    }

    MPI_Comm comm_;
    bool waits_;
    MPI_Request awaited_ = MPI_REQUEST_NULL;
    std::deque<sent> sent_;
    std::vector<std::byte> read_;
    std::atomic<int> failure_ = MPI_SUCCESS; // also of who only asks
};

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/mpi/mpi.hpp"
#include "transports/multicast/letter.hpp"
#include <deque>

namespace hocket {

// Short messages of Hocket's own between ranks of a communicator, apart from those of algorithms.
class letters {
public:
    explicit letters(MPI_Comm comm) : comm_(comm), read_(cast_letter::whole) {}
    letters(const letters&) = delete;
    letters& operator=(const letters&) = delete;
    ~letters();

    // False: as many as may be are under way.
    bool post(int to, const cast_letter& what);
    // One that has come: calls arrived(from, bytes). False: there is none.
    template <class Arrived> bool look(Arrived arrived)
    {
        int from = 0, size = 0;
        if (!receive(from, size)) return false;
        arrived(from, cbytes(read_.data(), std::size_t(size)));
        return true;
    }
    // Do the library's part of those that were sent.
    bool all_gone();
    int failure() const { return failure_; }

private:
    static constexpr std::size_t most = 64;  // under way: a megabyte
    static constexpr int tag = 32766; // five levels deep would be the first net to have it

    struct sent {
        MPI_Request handle;
        std::vector<std::byte> data;
    };
    bool receive(int& from, int& size);
    void fail(int code) { failure_ = failure_ ? failure_ : code; }

    MPI_Comm comm_;
    std::deque<sent> sent_;
    std::vector<std::byte> read_;
    int failure_ = MPI_SUCCESS;
};

} // namespace hocket

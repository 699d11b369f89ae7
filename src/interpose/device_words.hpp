// SPDX-License-Identifier: BSD-3-Clause
// What ranks tell one another around a reduction on devices: through memory that they share, where they do, else by the
// library. Functions return MPI's codes.
#pragma once
#include "transports/mpi/mpi_port.hpp"
#include "transports/shared/waiter.hpp"
#include <cstdint>
#include <functional>

namespace hocket {

class device_words {
public:
    // On `quiet`, apart from the program's messages. `port`: Hocket's on the same ranks; null: there is none.
    device_words(MPI_Comm quiet, int rank, int size, mpi_port* port, std::function<waiter()> waits)
        : quiet_(quiet), rank_(rank), size_(size), port_(port), waits_(std::move(waits))
    {
    }
    // n words of each rank, of which all[n * rank] on are this one's already.
    int gather(const std::uint64_t* mine, std::uint64_t* all, int n) const;
    // Rank 0's.
    int spread(std::uint64_t& word) const;
    int greatest(std::uint64_t& word) const;
    MPI_Comm quiet() const { return quiet_; }

private:
    bool share_memory(std::size_t n) const { return port_ && port_->tells_all(n, false); }
    template <class Start> int run(Start start) const;

    MPI_Comm quiet_;
    int rank_, size_;
    mpi_port* port_;
    std::function<waiter()> waits_;
};

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// An allgather of a user's buffers, made ready for an algorithm that sees plain bytes.
#pragma once
#include "algorithms/blocks.hpp"
#include "drive/copy_here.hpp"
#include "drive/late_block.hpp"
#include "drive/user_blocks.hpp"
#include "transports/mpi/mpi_port.hpp"
#include <optional>

namespace hocket {

// What one rank's caller has given.
struct allgather_user {
    int rank, ranks;
    user_data own; // at == MPI_IN_PLACE: it lies among the blocks
    user_blocks blocks;
    std::size_t size; // bytes of all blocks

    bool in_place() const { return own.at == MPI_IN_PLACE; }
};

// Blocks of a contiguous type that lie one behind the other are used where they are, else they are packed into memory
// of the operation and put in their places at the end. Lives as long as the operation on `port`.
class allgather_data {
public:
    allgather_data(mpi_port& port, const allgather_user& user);
    allgather_data(const allgather_data&) = delete;
    allgather_data& operator=(const allgather_data&) = delete;

    bool is_usable() const { return !packed_ || is_committed(user_.blocks.type, port_.comm()); }
    // The next operation can have it as it is: nothing of it lies in the port's memory, or is moved later.
    bool serves_again() const { return !packed_ && offsets_.empty() && !own_; }
    blocks vector() const { return {all_, cut()}; }
    // What the port has to know of, null for data used in place.
    staging* picture() { return own_ ? &*own_ : nullptr; }
    // Before the algorithm starts, while its messages are under way, and after it has ended well.
    void before();
    void meanwhile()
    {
        if (own_) own_->move();
    }
    void after();

private:
    block_cut cut() const;
    bool lie_together() const;
    void pack_own();
    bytes in_memory() const;

    mpi_port& port_;
    allgather_user user_;
    std::span<std::size_t> offsets_; // of blocks that differ, one more than ranks
    bool packed_;
    bytes all_;
    std::optional<late_block> own_; // where it is moved later
    std::optional<copy_here> copy_; // where it is first
};

} // namespace hocket

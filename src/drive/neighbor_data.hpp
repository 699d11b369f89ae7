// SPDX-License-Identifier: BSD-3-Clause
// A neighborhood collective of a user's buffers, made ready for an algorithm that sees plain bytes.
#pragma once
#include "algorithms/neighbor/neighbor_blocks.hpp"
#include "algorithms/places.hpp"
#include "drive/user_places.hpp"
#include "shapes/neighborhood.hpp"
#include "transports/mpi/mpi_port.hpp"
#include <optional>

namespace hocket {

// What one rank's caller has given, and the topology of its communicator.
struct neighbor_user {
    int rank;
    const neighborhood* around;
    const neighbor_routes* routes;
    user_blocks out, in; // a block for each neighbor, or one of `out` for all
    bool one_out;
    std::optional<std::size_t> each; // bytes of every block, where all ranks know them
};

// The blocks at one end. Contiguous ones are used where they lie, others are packed into memory of the operation: they
// may be sent more than once, and passed on to others when they have come.
class neighbor_end {
public:
    // `of`: the neighbors, where nobody is -1; null: one block.
    neighbor_end(mpi_port& port, const user_blocks& user, const std::vector<int>* of);
    neighbor_end(const neighbor_end&) = delete;
    neighbor_end& operator=(const neighbor_end&) = delete;

    bool is_usable() const;
    const block_places* places() const;
    void pack() { move(true); }
    void unpack() { move(false); }
    // This rank's own block, of the same size, to where block i is at the end. Returns MPI's error code.
    int take(int i, const user_data& own);
    user_data block(int i) const { return block_of(user_, i); }

private:
    bool has(int i) const { return (!of_ || (*of_)[std::size_t(i)] >= 0) && user_.size_of(i) > 0; }
    bool is_plain() const;
    void move(bool packing);

    mpi_port& port_;
    user_blocks user_;
    const std::vector<int>* of_;
    int count_;
    std::optional<user_places> plain_;
    bytes memory_; // packed, one behind the other
    std::span<std::size_t> ends_;
    std::optional<cut_vector> packed_;
};

// Lives as long as the operation on `port`, and does not move.
class neighbor_data {
public:
    neighbor_data(mpi_port& port, const neighbor_user& user);

    bool is_usable() const { return out_.is_usable() && in_.is_usable(); }
    neighbor_blocks blocks() const;
    // Before the algorithm starts, and after it has ended well.
    void before();
    void after() { in_.unpack(); }

private:
    mpi_port& port_;
    neighbor_user user_;
    neighbor_end out_, in_;
};

} // namespace hocket

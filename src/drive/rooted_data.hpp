// SPDX-License-Identifier: BSD-3-Clause
// A gather or scatter of a user's buffers, made ready for an algorithm that sees plain bytes.
#pragma once
#include "algorithms/places.hpp"
#include "drive/copy_here.hpp"
#include "drive/packing.hpp"
#include "drive/typed_places.hpp"
#include <optional>

namespace hocket {

// What one rank's caller has given.
struct rooted_user {
    bool gathers; // else it scatters
    int rank, root, ranks;
    user_data own;      // at the root at == MPI_IN_PLACE: it lies among the blocks
    user_blocks blocks; // the root's; nowhere else is anything of it read
    std::optional<std::size_t> block; // bytes of each block, where all ranks know them

    bool at_root() const { return rank == root; }
};

// Lives as long as the operation on `port`, and does not move.
class rooted_data {
public:
    rooted_data(mpi_port& port, const rooted_user& user);
    rooted_data(const rooted_data&) = delete;
    rooted_data& operator=(const rooted_data&) = delete;

    bool is_usable() const { return mine_ ? mine_->is_usable() : all_->is_usable(); }
    rooted_blocks blocks() const;
    // The next operation can have it as it is: nothing of it lies in the port's memory.
    bool serves_again() { return !picture(); }
    // What the port has to know of, null for data used in place.
    staging* picture();
    // Before the algorithm starts, while its messages are under way, and after it has ended well.
    void before();
    void meanwhile();
    void after();

private:
    bool has_own() const { return user_.at_root() && user_.own.at != MPI_IN_PLACE; }
    bool own_fits() const
    {
        auto own = user_.own.size(), among = user_.blocks.size_of(user_.rank);
        return user_.gathers ? own <= among : among <= own;
    }
    void compare_own();

    mpi_port& port_;
    rooted_user user_;
    std::optional<packed> mine_;
    std::optional<equal_sizes> sizes_;
    std::optional<typed_places> all_;
    std::optional<copy_here> copy_;
};

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// A reduction of a user's buffers, made ready for an algorithm that sees plain bytes.
#pragma once
#include "algorithms/algorithm.hpp"
#include "drive/reducer.hpp"
#include "drive/user_blocks.hpp"

namespace hocket {

// What one rank's caller has given.
struct reduction_user {
    int rank, ranks;
    const void* from; // the same as `to`: in place
    void* to;         // read nowhere where this rank gets no result
    std::size_t count; // elements of the whole vector
    operator_use how;
    bool gets_result = true;
    bool result_is_void = false; // of an exscan's rank 0: its memory stays as it is
    bool scatters = false;
    user_blocks parts{};         // where it scatters: how many elements each rank gets, and no addresses

    std::size_t size() const { return count * how.element; }
    bool in_place() const { return from == to; }
    // Elements of the result on this rank.
    std::size_t result_count() const { return scatters ? std::size_t(parts.count_of(rank)) : count; }
    // Is anything written here?
    bool has_result() const { return gets_result && !result_is_void && result_count() > 0; }
};

// Lives as long as the operation on `port`, and does not move.
class reduction_data {
public:
    reduction_data(mpi_port& port, const reduction_user& user);
    reduction_data(const reduction_data&) = delete;
    reduction_data& operator=(const reduction_data&) = delete;

    // Either, for the collective that it is.
    operands whole() const { return {input_, result_, &how_}; }
    scattered_operands scattered() const { return {input_, result_, cut(), &how_, packed_ ? input_ : bytes{}}; }
    // Whether the library knows the type; a predefined one it does.
    bool is_usable() const;
    // The next operation can have it as it is: nothing of it lies in the port's memory.
    bool serves_again() const
    {
        bool is_users = !packed_ && (result_.empty() || result_.data() == user_.to);
        return is_users && offsets_.empty() && how_.needs_no_room();
    }
    void before();
    // After the algorithm has ended well.
    void after();

private:
    block_cut cut() const;
    bytes place_of_result() const;

    mpi_port& port_;
    reduction_user user_;
    reducer how_;
    bool packed_;
    std::span<std::size_t> offsets_; // of blocks that differ, one more than ranks
    bytes input_, result_;
};

// On a net that is numbered by rank, for operators that do not commute: the result goes on from rank 0 to the root.
task reduce_in_order(net on, const reduce_algorithm* how, operands data, int root);

} // namespace hocket

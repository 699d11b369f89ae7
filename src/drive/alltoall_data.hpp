// SPDX-License-Identifier: BSD-3-Clause
// An alltoall of a user's buffers, made ready for an algorithm that sees plain bytes.
#pragma once
#include "algorithms/exchanged_blocks.hpp"
#include "algorithms/places.hpp"
#include "drive/copy_here.hpp"
#include "drive/typed_places.hpp"

namespace hocket {

// What one rank's caller has given.
struct alltoall_user {
    int rank, ranks;
    user_blocks out, in; // one and the same in place
    bool in_place;
    std::optional<std::size_t> each; // bytes of every block, where all ranks know them
};

// Lives as long as the operation on `port`, and does not move.
class alltoall_data {
public:
    // `exchanges`: the algorithm itself puts what comes in the place of what went. For others, what is to be sent of
    // blocks in place is copied first.
    alltoall_data(mpi_port& port, const alltoall_user& user, bool exchanges);
    alltoall_data(const alltoall_data&) = delete;
    alltoall_data& operator=(const alltoall_data&) = delete;

    bool is_usable() const { return in_.is_usable() && (!out_ || out_->is_usable()); }
    exchanged_blocks exchanged() const;
    // The next operation can have it as it is: nothing of it lies in the port's memory.
    bool serves_again() { return !picture() && (!user_.in_place || exchanges_) && !user_.in.types; }
    // What the port has to know of, null for data used in place.
    staging* picture();
    // Before the algorithm starts, while its messages are under way, and after it has ended well.
    void before();
    void meanwhile();
    void after();

private:
    // Both ends of an alltoall may be pictured. Neither has bytes elsewhere.
    struct pictures final : staging {
        staging *out = nullptr, *in = nullptr;
        void before_reading(cbytes part) override;
        void after_reading(cbytes part) override;
        void after_writing(cbytes part) override;
    };
    void copy_out();
    void disagree();

    mpi_port& port_;
    alltoall_user user_;
    bool exchanges_; // in place, and the algorithm sees to it
    typed_places in_;
    std::optional<typed_places> out_;
    bytes copied_; // what is to be sent, in memory of the operation
    std::optional<cut_vector> copies_;
    pictures both_;
    std::optional<copy_here> copy_;
};

} // namespace hocket

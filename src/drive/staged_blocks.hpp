// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/elements.hpp"
#include "drive/packing.hpp"
#include "drive/root_places.hpp"

namespace hocket {

// The root's blocks of a type that is not contiguous. A block is pictured, packed, from when an algorithm first asks
// where it lies until it has been sent or has come whole; then the memory serves another one. So an algorithm that
// goes through the blocks with a window needs room for a window.
class staged_blocks final : public root_sizes, public staging {
public:
    // Lives as long as the operation on `port`; a failure to pack becomes the port's.
    staged_blocks(mpi_port& port, const user_blocks& user, int root, int ranks, packed::role as);
    int pieces(int first, int last, bytes* into, int room) const override;

    void before_reading(cbytes part) override;
    void after_reading(cbytes part) override;
    void after_writing(cbytes part) override;

private:
    struct picture {
        std::byte* at;      // null: none
        std::size_t moved;  // elements packed or unpacked, from the first
        std::size_t prefix; // bytes that have come without a gap
        std::size_t passed; // bytes that have been sent or have come
    };
    // Memory of neighbouring blocks; first..last-1 may hold empty ones.
    struct stretch {
        bytes memory;
        int first, last;
        std::size_t left; // bytes that have not yet passed, 0: free for others
    };
    struct share {
        picture& is;
        int block;
        std::size_t from, size; // in the block
    };

    void place(int first, int last) const;
    stretch& room_for(std::size_t n) const;
    template <class Visit> void each_share(cbytes part, Visit visit);
    stretch* holding(const std::byte* at);
    void arrive(const share& s);
    void move_up_to(const share& s, std::size_t end);
    std::size_t size(int block) const { return user().size_of(rank_of(block)); }

    mpi_port& port_;
    elements elements_;
    packed::role role_;
    picture* pictures_;  // of each block, in memory of the operation, as the following
    stretch* stretches_;
    mutable int used_ = 0;
};

} // namespace hocket

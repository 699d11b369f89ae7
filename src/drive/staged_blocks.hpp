// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/elements.hpp"
#include "drive/user_places.hpp"
#include "transports/mpi/mpi_port.hpp"

namespace hocket {

// A user's blocks of types that are not contiguous. A block is pictured, packed, from when an algorithm first asks
// where it lies until it has been sent or has come whole; then the memory serves another one. So an algorithm that
// goes through the blocks with a window needs room for a window. Among them, blocks of contiguous types are used where
// they lie.
class staged_blocks final : public user_places, public staging {
public:
    // What happens to a block: it leaves, it comes, or what comes takes the place of what has left.
    enum class role { source, target, exchange };

    // Lives as long as the operation on `port`; a failure to pack becomes the port's.
    staged_blocks(mpi_port& port, const user_blocks& user, int origin, int ranks, role as);
    int pieces(int first, int last, bytes* into, int room) const override;
    bool is_usable() const;

    void before_reading(cbytes part) override;
    void after_reading(cbytes part) override;
    void after_writing(cbytes part) override;

private:
    struct picture {
        std::byte* at;        // null: none
        std::size_t packed;   // elements, from the first
        std::size_t sent;     // bytes
        std::size_t prefix;   // bytes that have come without a gap
        std::size_t come;     // bytes
        std::size_t unpacked; // elements, from the first
    };
    // Memory of neighbouring blocks; first..last-1 may hold some that need none.
    struct stretch {
        bytes memory;
        int first, last;
        std::size_t left; // bytes that have yet to be sent or to come, 0: free for others
    };
    struct share {
        picture& is;
        int block;
        std::size_t from, size; // in the block
    };

    bool reads() const { return role_ != role::target; }
    bool writes() const { return role_ != role::source; }
    void find_plain_ones();
    void place(int first, int last) const;
    stretch& room_for(std::size_t n) const;
    template <class Visit> void each_share(cbytes part, Visit visit);
    stretch* holding(const std::byte* at);
    void pass(stretch& in, const share& s);
    void pack(const share& s);
    void unpack(const share& s, std::size_t end);
    // Bytes of its picture.
    std::size_t size(int block) const { return plain_ && plain_[block] ? 0 : user().size_of(rank_of(block)); }
    std::size_t element(int block) const { return user().element_of(rank_of(block)); }
    elements elements_of(int block) const { return {block_of(user(), rank_of(block)), port_.comm()}; }

    mpi_port& port_;
    role role_;
    picture* pictures_; // of each block, in memory of the operation, as the following
    stretch* stretches_;
    bool* plain_ = nullptr; // where types differ: this one's is contiguous
    mutable int used_ = 0;
};

} // namespace hocket

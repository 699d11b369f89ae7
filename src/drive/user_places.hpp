// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/piece_list.hpp"
#include "algorithms/rooted_blocks.hpp"
#include "drive/user_blocks.hpp"

namespace hocket {

// A user's blocks as an algorithm sees them, in the numbering of a net whose rank 0 is rank `origin` of the
// communicator. By itself for contiguous types, whose blocks are used where they lie.
class user_places : public block_places {
public:
    user_places(const user_blocks& user, int origin, int ranks) : user_(user), origin_(origin), ranks_(ranks) {}
    using block_places::of;
    std::size_t of(int first, int last) const override
    {
        if (user_.alike()) return std::size_t(last - first) * user_.size_of(0);
        std::size_t n = 0;
        for (int i = first; i < last; ++i) n += user_.size_of(rank_of(i));
        return n;
    }
    int pieces(int first, int last, bytes* into, int room) const override
    {
        piece_list list(into, room);
        for (int i = first; i < last; ++i)
            if (auto block = where(i); !block.empty()) list.add(block);
        return list.count();
    }

protected:
    int rank_of(int i) const { return i + origin_ < ranks_ ? i + origin_ : i + origin_ - ranks_; }
    const user_blocks& user() const { return user_; }
    int ranks() const { return ranks_; }
    // Of a contiguous type.
    bytes where(int i) const
    {
        int rank = rank_of(i);
        auto unit = user_.types ? 1 : MPI_Aint(user_.element);
        auto at = reinterpret_cast<MPI_Aint>(user_.at) + user_.offset_of(rank) * unit;
        return {reinterpret_cast<std::byte*>(at), user_.size_of(rank)};
    }

private:
    user_blocks user_;
    int origin_, ranks_;
};

} // namespace hocket

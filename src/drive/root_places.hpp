// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/piece_list.hpp"
#include "algorithms/rooted_blocks.hpp"
#include "drive/user_blocks.hpp"

namespace hocket {

// The root's blocks in the numbering of its net, where the root is rank 0.
class root_sizes : public block_places {
public:
    root_sizes(const user_blocks& user, int root, int ranks) : user_(user), root_(root), ranks_(ranks) {}
    using block_places::of;
    std::size_t of(int first, int last) const override
    {
        if (user_.alike()) return std::size_t(last - first) * user_.size_of(0);
        std::size_t n = 0;
        for (int i = first; i < last; ++i) n += user_.size_of(rank_of(i));
        return n;
    }

protected:
    int rank_of(int i) const { return i + root_ < ranks_ ? i + root_ : i + root_ - ranks_; }
    const user_blocks& user() const { return user_; }
    int ranks() const { return ranks_; }

private:
    user_blocks user_;
    int root_, ranks_;
};

// Of a contiguous type: used where they lie.
class blocks_in_place final : public root_sizes {
public:
    using root_sizes::root_sizes;
    int pieces(int first, int last, bytes* into, int room) const override
    {
        piece_list list(into, room);
        for (int i = first; i < last; ++i) {
            int rank = rank_of(i);
            auto offset = user().offset_of(rank) * MPI_Aint(user().element);
            if (auto n = user().size_of(rank)) list.add({static_cast<std::byte*>(user().at) + offset, n});
        }
        return list.count();
    }
};

} // namespace hocket

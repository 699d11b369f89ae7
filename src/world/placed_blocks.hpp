// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/piece_list.hpp"
#include "algorithms/rooted_blocks.hpp"
#include <vector>

namespace hocket {

// Blocks of given sizes, by rank of the communicator, in the numbering of a net in which the root is rank 0.
class turned_sizes final : public block_sizes {
public:
    turned_sizes(const std::vector<std::size_t>& sizes, int root) : sizes_(&sizes), root_(root) {}
    std::size_t of(int first, int last) const override
    {
        std::size_t n = 0;
        for (int i = first; i < last; ++i) n += (*sizes_)[rank_of(i)];
        return n;
    }
    std::size_t rank_of(int i) const { return std::size_t(i + root_) % sizes_->size(); }

private:
    const std::vector<std::size_t>* sizes_;
    int root_;
};

// And with displacements in the root's memory, as a caller of MPI_Gatherv describes them.
class placed_blocks final : public block_places {
public:
    placed_blocks(bytes memory, const std::vector<std::size_t>& sizes, const std::vector<std::size_t>& displacements,
                  int root)
        : memory_(memory), sizes_(sizes, root), displacements_(&displacements)
    {
    }
    std::size_t of(int first, int last) const override { return sizes_.of(first, last); }
    int pieces(int first, int last, bytes* into, int room) const override
    {
        piece_list list(into, room);
        for (int i = first; i < last; ++i) {
            auto one = memory_.subspan((*displacements_)[sizes_.rank_of(i)], sizes_.of(i, i + 1));
            if (!one.empty()) list.add(one);
        }
        return list.count();
    }

private:
    bytes memory_;
    turned_sizes sizes_;
    const std::vector<std::size_t>* displacements_;
};

} // namespace hocket

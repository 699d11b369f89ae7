// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/rooted_blocks.hpp"

namespace hocket::alltoall {

// Of some blocks those of more than `over` and at most `up_to` bytes; the others seem empty.
class blocks_of_size final : public block_places {
public:
    blocks_of_size(const block_places& all, std::size_t over, std::size_t up_to) : all_(all), over_(over), up_to_(up_to)
    {
    }
    std::size_t of(int first, int last) const override
    {
        std::size_t n = 0;
        for (int i = first; i < last; ++i)
            if (has(i)) n += all_.of(i, i + 1);
        return n;
    }
    // As the one below them, but blocks of different ranks are never joined.
    int pieces(int first, int last, bytes* into, int room) const override
    {
        int count = 0;
        for (int i = first; i < last; ++i)
            if (has(i)) count += all_.pieces(i, i + 1, into + std::min(count, room), std::max(0, room - count));
        return count;
    }

private:
    bool has(int rank) const
    {
        auto n = all_.of(rank, rank + 1);
        return n > over_ && n <= up_to_;
    }

    const block_places& all_;
    std::size_t over_, up_to_;
};

} // namespace hocket::alltoall

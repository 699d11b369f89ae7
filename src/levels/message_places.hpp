// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/rooted_blocks.hpp"
#include "levels/message_order.hpp"
#include <algorithm>

namespace hocket {

// What comes in messages from others, where it belongs in the caller's memory: that of each rank in the order.
class message_places final : public block_places {
public:
    message_places(const block_places& user, message_order order) : user_(user), order_(order) {}
    std::size_t of(int first, int last) const override
    {
        std::size_t n = 0;
        for (int m = first; m < last; ++m)
            for (message_ranks at(order_, m); !at.done(); at.next()) n += user_.block_sizes::of(at.rank());
        return n;
    }
    int pieces(int first, int last, bytes* into, int room) const override
    {
        int count = 0;
        auto add = [&](int from, int to) {
            int space = std::max(0, room - count);
            count += user_.pieces(from, to, space > 0 ? into + count : nullptr, space);
        };
        for (int m = first; m < last; ++m) {
            if (int run = run_from(m); run >= 0) add(run, run + ranks_in(m));
            else
                for (message_ranks at(order_, m); !at.done(); at.next()) add(at.rank(), at.rank() + 1);
        }
        return count;
    }

private:
    int ranks_in(int m) const
    {
        int n = 0;
        for (int k = 0; k < order_.groups(); ++k) n += order_.group(m, k).size;
        return n;
    }
    // The first rank of a message whose ranks count up one by one, else -1.
    int run_from(int m) const
    {
        auto& where = order_.at->where();
        auto first = order_.group(m, 0), last = order_.group(m, order_.groups() - 1);
        int from = first.member(where, 0);
        bool run = order_.way != message_order::by_lane && last.member(where, last.size - 1) - from + 1 == ranks_in(m);
        return run ? from : -1;
    }

    const block_places& user_;
    message_order order_;
};

} // namespace hocket

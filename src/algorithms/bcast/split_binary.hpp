// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/tree_bcast.hpp"
#include "shapes/pace.hpp"
#include "shapes/split_binary.hpp"
#include <cmath>

namespace hocket::bcast {

// Split binary tree: one half of the data goes down the left subtree, the other down the right one, both pipelined;
// then each rank trades halves with its twin of the other side. 3/2 n beta and 2 log2 p alpha, where the binary tree
// takes 2 n beta. Open MPI; Pjesivac-Grbovic et al. 2007.
//
//   root  -- a0 a1 .. -->  1, 3, 5, ...   <-- a, b -->   a twin is the neighbour; an odd one left over
//         -- b0 b1 .. -->  2, 4, 6, ...                  gets its b from the root
struct split_binary {
    std::size_t segment = 0;

    static task run(split_binary with, net on, bytes data)
    {
        int p = on.size(), me = on.rank();
        partition halves{data.size(), 2};
        auto a = data.first(halves.length(0)), b = data.last(halves.length(1));
        split_binary_tree left{me, p, 1}, right{me, p, 2};
        int lonely = p % 2 == 0 ? p - 1 : 0; // who has no twin; 0 for nobody

        if (me == 0) {
            co_await both(bcast_down(on, a, left, with.segment), bcast_down(on, b, right, with.segment));
            if (lonely) co_await on.send(lonely, b);
            co_return;
        }
        bool is_left = split_binary_tree::top_of(me) == 1;
        auto own = is_left ? a : b, other = is_left ? b : a;
        auto side = is_left ? left : right;
        co_await bcast_down(on, own, side, with.segment);
        auto step = on.together(2);
        step.recv(split_binary_tree::partner(me, p), other);
        if (me != lonely) step.send(split_binary_tree::partner(me, p), own);
        co_await step;
    }

    // The right side hears one message later than the left and is no larger.
    static cost declared(split_binary with, const problem& of)
    {
        int p = of.ranks, left = split_binary_tree::size(p, 1), right = split_binary_tree::size(p, 2);
        if (p == 1) return {};
        double half = std::ceil(of.bytes / 2), pace = right > 0 ? 2 : 1;
        double depth = 1 + kary_depth(left, 2);
        if (right > 0) depth = std::max(depth, 2 + kary_depth(right, 2));
        segments cut(std::size_t(half), with.segment);
        double one = double(cut.size), ns = cut.count(), step = of.pace(pace, one);
        double trade = of.exchange(half, 1), hops = std::floor(std::log2(std::max(left, 1)) + 1);
        double finish = time_down(of, {depth, hops}, one) + (ns - 1) * step + trade;
        return {finish, ns * step + of.message(one) + trade, (ns + 1) * (p - 1)};
    }
};

} // namespace hocket::bcast

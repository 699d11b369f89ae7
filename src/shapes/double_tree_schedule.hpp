// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "shapes/double_tree.hpp"
#include <algorithm>
#include <array>

namespace hocket {

// Segment `segment` of half 0 or 1 to or from a peer; -1 for nobody.
struct half_move {
    int peer = -1, half = 0, segment = 0;
};

// What one vertex does in which step: at most one message in and one out, found in O(log p). Half 0 of the data goes
// down the first tree, half 1 down the second; ns[h] is the number of segments of a half.
class double_tree_schedule {
public:
    double_tree_schedule(int v, int p, std::array<int, 2> ns) : ns_(ns)
    {
        for (int half = 0; half < 2 && p > 1; ++half) {
            double_tree_half tree{p, half};
            if (v == 0) {
                out_[sends_++] = {tree.vertex(0), half, half};
                continue;
            }
            int place = tree.place(v), first = tree.first_step(place);
            in_order_tree at{place, p - 1};
            in_[receives_++] = {place == 0 ? 0 : tree.vertex(at.parent()), half, first};
            at.each_child(
                [&](int child) { out_[sends_++] = {tree.vertex(child), half, first + tree.delay(place, child)}; });
        }
    }
    int begin() const { return receives_ ? std::min(in_[0].first, in_[1].first) : 0; }
    int end() const
    {
        int last = 0;
        for (int i = 0; i < receives_; ++i) last = std::max(last, in_[i].first + 2 * ns_[in_[i].half] - 1);
        for (int i = 0; i < sends_; ++i) last = std::max(last, out_[i].first + 2 * ns_[out_[i].half] - 1);
        return last;
    }
    half_move received(int step) const { return at(step, in_.data(), receives_); }
    half_move sent(int step) const { return at(step, out_.data(), sends_); }

    // Steps until the last vertex has everything.
    static int steps(int p, std::array<int, 2> ns)
    {
        int levels = std::bit_width(unsigned(std::max(p - 2, 0)));
        int first = p % 2 ? 2 * levels : 2 * levels - 1, second = 2 * levels + 1;
        if (p % 4 == 3 && ns[0] == 1) --second; // the edge below the top has its turn at once
        if (p == 2) first = 1, second = 2;
        if (p == 3) first = 3, second = 4;
        return p == 1 ? 0 : std::max(first + 2 * (ns[0] - 1), second + 2 * (ns[1] - 1));
    }

private:
    struct edge {
        int peer, half, first;
    };
    half_move at(int step, const edge* edges, int n) const
    {
        for (int i = 0; i < n; ++i) {
            int since = step - edges[i].first;
            if (since >= 0 && since % 2 == 0 && since / 2 < ns_[edges[i].half])
                return {edges[i].peer, edges[i].half, since / 2};
        }
        return {};
    }

    std::array<int, 2> ns_;
    std::array<edge, 2> in_{};
    std::array<edge, 4> out_{};
    int receives_ = 0, sends_ = 0;
};

} // namespace hocket

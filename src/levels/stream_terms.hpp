// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/direct.hpp"
#include "levels/leader_groups.hpp"
#include "shapes/batches.hpp"

namespace hocket {

// What all ranks of a gather or scatter by way of leaders know.
template <flow way> struct stream_terms {
    direct<way> across, inside;
    leader_groups groups;
    std::size_t threshold, segment; // threshold 0: all blocks go through leaders

    bool goes_direct(std::size_t n) const { return threshold > 0 && n >= threshold; }
    // The sizes of a group as its ranks have them, against what the root expects.
    void compare(net on, leader_group g, std::span<const std::uint64_t> announced,
                 std::span<const std::uint64_t> expected) const
    {
        for (std::size_t i = 0; i < announced.size(); ++i)
            if (announced[i] != expected[i])
                on.unrooted().disagree(g.member(*groups.where, int(i)), announced[i], expected[i]);
    }
    // What goes through the leader, of the sizes of a group.
    void leave_out_direct(std::span<std::uint64_t> sizes) const
    {
        for (auto& n : sizes)
            if (goes_direct(n)) n = 0;
    }
};

// The kinds of messages, which may be under way between the same two ranks at once. Ranks are those of the
// communicator.
inline net between_leaders(net on)
{
    return on.unrooted().apart(1);
}
inline net straight_ways(net on)
{
    return on.unrooted().apart(2);
}
inline net inside_nodes(net on)
{
    return on.unrooted().apart(3);
}

} // namespace hocket

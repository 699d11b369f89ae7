// SPDX-License-Identifier: BSD-3-Clause
// Alltoalls over a layout. N = nodes, P = ranks of a node, l = leaders or lanes of a node, m = bytes of a block.
#include "catalogue/make_row.hpp"
#include "levels/alltoall_lanes.hpp"
#include "levels/alltoall_levels.hpp"

namespace hocket {
namespace {

using names = std::vector<std::string>;

template <bool equal_blocks> row by_leaders(const char* collective, const names& exchanges)
{
    using levels = alltoall::levels<equal_blocks>;
    auto *gather = equal_blocks ? "gather" : "gatherv", *scatter = equal_blocks ? "scatter" : "scatterv";
    const names trees{"knomial", "flat"};
    return make_row<levels, exchanged_blocks>(collective, "levels",
                                              part_of<levels>(collective, "across", &levels::across, exchanges),
                                              part_of<levels>(gather, "inside", &levels::inside, trees),
                                              part_of<levels>(scatter, "release", &levels::release, trees),
                                              integer("leaders", &levels::leaders, 0, 1 << 20, {1, 2, 4, 0}))
        .known_as({"hierarchical"})
        .costs("inside(P/l) + across(N l) + release(P/l)",
               "inside(P/l, P p m/l) + across(N l, N P^2 m/l) + release(P/l, P p m/l)",
               "across + N l(inside + release)")
        .from("folklore; Open MPI HAN 2020");
}

template <bool equal_blocks> row by_lanes(const char* collective, const names& exchanges)
{
    using lanes = alltoall::lanes<equal_blocks>;
    auto between = exchanges;
    between.push_back("timetable");
    return make_row<lanes, exchanged_blocks>(collective, "lanes",
                                             part_of<lanes>(collective, "across", &lanes::across, between),
                                             part_of<lanes>(collective, "inside", &lanes::inside, exchanges),
                                             integer("leaders", &lanes::leaders, 0, 1 << 20, {0, 2, 4}))
        .known_as({"node-aware"})
        .costs("inside(l) + across(N), and 2 log2(P/l)", "inside(l, P p m/l) + across(N, P p m/l), and 2P p m/l",
               "l across(N) + N inside(l)")
        .from("Traeff, Hunold 2020");
}

} // namespace

std::vector<row> composed_alltoall_rows()
{
    const names equal{"flat", "bruck"}, any{"flat", "two-phase-bruck"};
    std::vector<row> all{by_leaders<true>("alltoall", equal), by_lanes<true>("alltoall", equal)};
    for (auto* collective : {"alltoallv", "alltoallw"}) {
        all.push_back(by_leaders<false>(collective, any));
        all.push_back(by_lanes<false>(collective, any));
    }
    return all;
}

} // namespace hocket

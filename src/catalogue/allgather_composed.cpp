// SPDX-License-Identifier: BSD-3-Clause
// Allgathers that are put together from others over a layout. N = nodes, L = lanes, P = ranks of a node, m = bytes of a
// block.
#include "catalogue/make_row.hpp"
#include "levels/allgather_lanes.hpp"
#include "levels/allgather_levels.hpp"

namespace hocket {
namespace {

std::vector<row> rows_of(const char* collective)
{
    using namespace allgather;
    const std::vector<std::string> across{"circulant", "ring", "recursive-doubling", "bruck"};
    return {
        make_row<levels, blocks>(collective, "levels", part_of<levels>("allgatherv", "across", &levels::across, across),
                                 part_of<levels>("gather", "inside", &levels::inside, {"knomial", "flat"}),
                                 part_of<levels>("bcast", "release", &levels::release,
                                                 {"knomial", "shm", "then(scatter=knomial,allgather=circulant)"}))
            .known_as({"hierarchical"})
            .costs("inside(P) + across(N) + release(P)", "inside(P, m) + across(N, P m) + release(P, n)",
                   "across(N) + N(inside + release)")
            .from("folklore; Open MPI HAN 2020"),
        make_row<lanes, blocks>(collective, "lanes", part_of<lanes>("allgatherv", "across", &lanes::across, across),
                                part_of<lanes>("allgatherv", "inside", &lanes::inside, {"circulant", "ring"}),
                                integer("leaders", &lanes::leaders, 0, 1 << 20, {0, 2, 4}))
            .costs("across(N) + inside(L), and 2 log2(P/L)", "across(N, m) + inside(L, N m)",
                   "L across(N) + N inside(L)")
            .from("Traeff, Hunold 2020"),
    };
}

} // namespace

std::vector<row> composed_allgather_rows()
{
    auto all = rows_of("allgather");
    for (auto& more : rows_of("allgatherv")) all.push_back(std::move(more));
    return all;
}

} // namespace hocket

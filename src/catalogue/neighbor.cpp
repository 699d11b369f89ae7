// SPDX-License-Identifier: BSD-3-Clause
// Neighborhood collectives: one line an algorithm. d = neighbors of a rank, m = bytes of a block.
#include "algorithms/bcast/native.hpp"
#include "algorithms/neighbor/combining.hpp"
#include "algorithms/neighbor/direct.hpp"
#include "algorithms/neighbor/locality_aware.hpp"
#include "catalogue/make_row.hpp"

namespace hocket {
namespace {

template <exchange_kind kind, bool tells> std::vector<row> rows_for(const char* collective)
{
    using namespace neighbor;
    bool vector = kind == exchange_kind::vector;
    return {
        make_row<bcast::native, bytes>(collective, "native").from("the MPI library").costs("-", "-", "-"),
        make_row<direct, neighbor_blocks>(collective, "direct").costs("d", "d m", "p d").from("folklore"),
        make_row<combining<kind, tells>, neighbor_blocks>(collective, "combining")
            .over_routes(route_needed::combined)
            .costs(tells ? "2 of the turns of all ways" : "the turns of all ways",
                   vector ? "m for each common beginning of ways" : "m for each turn of each way", "p rounds")
            .from("Traeff, Luebbe, Rougier, Hunold 2015"),
        make_row<locality_aware<kind, tells>, neighbor_blocks>(
            collective, "locality-aware", size("segment", &locality_aware<kind, tells>::segment, {0, 256}))
            .over_routes(route_needed::by_node)
            .costs(tells ? "6" : "3", "what a node has for others, over its ranks", "one a pair of nodes, and inside")
            .from("Bienz, Gropp, Olson 2019"),
    };
}

} // namespace

std::vector<row> neighbor_rows()
{
    auto all = rows_for<exchange_kind::vector, false>("neighbor_allgather");
    for (auto& more : {rows_for<exchange_kind::vector, true>("neighbor_allgatherv"),
                       rows_for<exchange_kind::blocks, false>("neighbor_alltoall"),
                       rows_for<exchange_kind::blocks, true>("neighbor_alltoallv"),
                       rows_for<exchange_kind::blocks, true>("neighbor_alltoallw")})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// Alltoall, alltoallv and alltoallw: one line an algorithm. m = bytes of a block, N = nodes, P = ranks of a node.
#include "algorithms/alltoall/flat.hpp"
#include "algorithms/alltoall/pairwise.hpp"
#include "algorithms/alltoall/shm.hpp"
#include "algorithms/alltoall/shm_by_pair.hpp"
#include "algorithms/alltoall/timetable.hpp"
#include "algorithms/bcast/native.hpp"
#include "catalogue/make_row.hpp"
#include "levels/node_timetable.hpp"

namespace hocket {
namespace {

// Those that need not know how long the blocks of others are.
std::vector<row> rows_of_any_sizes(const char* collective)
{
    using namespace alltoall;
    return {
        make_row<bcast::native, bytes>(collective, "native").from("the MPI library").costs("-", "-", "-"),
        make_row<flat, exchanged_blocks>(collective, "flat",
                                         integer("sends", &flat::sends, 0, 1 << 20, {1, 4, 8, 32, 0}),
                                         integer("receives", &flat::receives, 0, 1 << 20, {4, 8, 32, 0}))
            .costs("p-1", "(p-1)/p n", "p(p-1)")
            .from("folklore; sends=0:receives=0: LAM/MPI; sends=1:receives=0: the remedy against its floods"),
        make_row<pairwise<partner::shifted>, exchanged_blocks>(collective, "pairwise")
            .costs("p-1, P flows of a node", "(p-1)/p n", "p(p-1)")
            .from("folklore"),
        make_row<pairwise<partner::exclusive_or>, exchanged_blocks>(collective, "xor")
            .for_power_of_two()
            .costs("p-1, P flows of a node", "(p-1)/p n", "p(p-1)")
            .from("folklore"),
    };
}

row shm_by_pair(const char* collective)
{
    using alltoall::shm_by_pair;
    return make_row<shm_by_pair, exchanged_blocks>(collective, "shm",
                                                   size("most", &shm_by_pair::most, {1 << 10, 4 << 10, 16 << 10}))
        .costs("1", "(p-1)/p n", "p(p-1), or p through shared memory")
        .from("folklore")
        .never_chosen(because::of_shared_memory);
}

std::vector<row> timetables(const char* collective)
{
    using by_rank = alltoall::timetable;
    using by_node = alltoall::node_timetable;
    return {
        make_row<by_rank, exchanged_blocks>(
            collective, "timetable", integer("window", &by_rank::window, 0, 1 << 20, {1, 2, 4, 8, 32}),
            integer("order", &by_rank::order, 1, 1 << 20, {1}), size("segment", &by_rank::segment, {0, 32 << 10}),
            size("credit", &by_rank::credit, {0, 4 << 10}))
            .in_place()
            .costs("p-1, p for odd p; window flows of a rank", "(p-1)/p n", "p(p-1)")
            .from("Kirkman 1847; FFTW after Schreuder 1980"),
        make_row<by_node, exchanged_blocks>(
            collective, "node-timetable", integer("flows", &by_node::flows, 1, 1 << 20, {1, 2, 4, 8, 32}),
            size("segment", &by_node::segment, {0, 32 << 10}), size("credit", &by_node::credit, {0, 4 << 10}),
            size("small", &by_node::small, {0, 1 << 10}))
            .in_place()
            .costs("(N-1)P^2/flows, N for odd N; flows of a node", "(N-1)P^2 m of a node", "p(p-1), at most p N P more")
            .from("the timetable of nodes"),
    };
}

} // namespace

std::vector<row> alltoall_rows()
{
    std::vector<row> all;
    for (auto* collective : {"alltoall", "alltoallv", "alltoallw"})
        for (auto* some : {rows_of_any_sizes, timetables})
            for (auto& made : some(collective)) all.push_back(std::move(made));
    all.push_back(make_row<alltoall::shm, exchanged_blocks>("alltoall", "shm")
                      .costs("1", "(p-1)/p n", "p(p-1), or p through shared memory")
                      .from("folklore")
                      .never_chosen(because::of_shared_memory));
    all.push_back(shm_by_pair("alltoallv"));
    all.push_back(shm_by_pair("alltoallw"));
    return all;
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// Alltoalls in about log p rounds, in which blocks pass through other ranks on their way.
#include "algorithms/alltoall/bruck.hpp"
#include "algorithms/alltoall/circulant.hpp"
#include "algorithms/alltoall/two_phase_bruck.hpp"
#include "catalogue/make_row.hpp"

namespace hocket {
namespace {

std::vector<row> rows_of_equal_blocks()
{
    using namespace alltoall;
    return {
        make_row<bruck, exchanged_blocks>("alltoall", "bruck",
                                          integer("k", &bruck::k, 2, 1 << 20, {2, 4, 8, 16, 32, 64, 128}),
                                          integer("sends", &bruck::sends, 0, 1 << 20, {1, 0}))
            .known_as({"k_brucks", "brucks=bruck:k=2", "modified_bruck=bruck:k=2", "3=bruck:k=2"})
            .costs("the sum over the digits of p-1 in base k, at most (k-1)ceil(log_k p)", "(k-1)/k log_k p n",
                   "the same as rounds, times p")
            .from("Bruck et al. 1997"),
        make_row<alltoall::circulant, exchanged_blocks>("alltoall", "circulant")
            .costs("q", "about q n/2", "p q")
            .from("Traeff 2024"),
    };
}

row two_phase(const char* collective)
{
    using alltoall::two_phase_bruck;
    return make_row<two_phase_bruck, exchanged_blocks>(collective, "two-phase-bruck",
                                                       integer("k", &two_phase_bruck::k, 2, 1 << 20, {2, 4, 8, 32}))
        .costs("three times (k-1)ceil(log_k p) messages, two of them side by side", "(k-1)/k log_k p n",
               "at most 3p(k-1)ceil(log_k p)")
        .from("Fan et al. 2022");
}

} // namespace

std::vector<row> logarithmic_alltoall_rows()
{
    auto all = rows_of_equal_blocks();
    for (auto* collective : {"alltoallv", "alltoallw"}) all.push_back(two_phase(collective));
    return all;
}

} // namespace hocket

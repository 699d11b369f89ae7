// SPDX-License-Identifier: BSD-3-Clause
// Scan and exscan: one line an algorithm, for both. ns = number of segments.
#include "algorithms/bcast/native.hpp"
#include "algorithms/scan/chain.hpp"
#include "algorithms/scan/hillis_steele.hpp"
#include "algorithms/scan/recursive_doubling.hpp"
#include "algorithms/scan/shm.hpp"
#include "catalogue/make_row.hpp"

namespace hocket {
namespace {

const std::vector<long long> cuts{0, 8 << 10, 64 << 10, 256 << 10};

template <bool inclusive> std::vector<row> rows_of(const char* collective)
{
    using namespace scan;
    return {
        make_row<bcast::native, bytes>(collective, "native").from("the MPI library").costs("-", "-", "-"),
        make_row<recursive_doubling<inclusive>, operands>(collective, "recursive-doubling")
            .known_as({"recursive_doubling", "2"})
            .costs("ceil(log2 p)", "n ceil(log2 p)", "up to p ceil(log2 p)")
            .from("folklore; MPICH")
            .with_brackets_by_rank(),
        make_row<hillis_steele<inclusive>, operands>(collective, "hillis-steele")
            .costs(inclusive ? "ceil(log2 p)" : "1 + ceil(log2(p-1))", "rounds * n", "up to p times the rounds")
            .from("Hillis, Steele 1986")
            .in_rank_order(),
        make_row<chain<inclusive>, operands>(collective, "chain", size("segment", &chain<inclusive>::segment, cuts))
            .known_as({"linear=chain:segment=0", "1=chain:segment=0"})
            .costs("ns + p - 2", "rounds * segment", "ns(p-1)")
            .from("folklore; Open MPI")
            .in_rank_order(),
        make_row<shm<inclusive>, operands>(collective, "shm")
            .costs("1", "(p-1)n", "p(p-1), or p through shared memory")
            .from("folklore")
            .never_chosen(because::of_shared_memory)
            .in_rank_order(),
    };
}

} // namespace

std::vector<row> scan_rows()
{
    auto all = rows_of<true>("scan");
    for (auto& more : rows_of<false>("exscan")) all.push_back(std::move(more));
    return all;
}

} // namespace hocket

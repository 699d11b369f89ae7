// SPDX-License-Identifier: BSD-3-Clause
// The allgathers that two-phase algorithms are put together from: blocks in place.
#include "algorithms/allgather/bruck.hpp"
#include "algorithms/allgather/circulant.hpp"
#include "algorithms/allgather/k_ring.hpp"
#include "algorithms/allgather/recursive_doubling.hpp"
#include "algorithms/allgather/ring.hpp"
#include "catalogue/make_row.hpp"

namespace hocket {

std::vector<row> allgather_rows()
{
    using namespace allgather;
    return {
        make_row<recursive_doubling, blocks>("allgather", "recursive-doubling")
            .known_as({"recursive_doubling"})
            .costs("log2 p, or floor(log2 p) + 2", "(p-1)/p n, or n more for other p", "p log2 p")
            .from("Thakur, Rabenseifner, Gropp 2005"),
        make_row<ring, blocks>("allgather", "ring", integer("skip", &ring::skip, 0, 1, {0, 1}))
            .costs("p-1", "(p-1)/p n", "p(p-1), less with skip what the scatter has left")
            .from("folklore; skip: Thakur, Rabenseifner, Gropp 2005"),
        make_row<allgather::k_ring, blocks>("allgather", "k-ring",
                                            integer("k", &allgather::k_ring::k, 1, 1024, {2, 4, 8}))
            .known_as({"k_ring"})
            .costs("p-1 if k divides p", "(p-1)/p n if k divides p", "p(p-1)")
            .from("Wilkins et al. 2023"),
        make_row<bruck, blocks>("allgather", "bruck", integer("k", &bruck::k, 2, 1024, {2, 4}))
            .costs("up to (k-1)ceil(log_k p)", "(p-1)/p n", "the same times p")
            .from("Bruck et al. 1997"),
        make_row<allgather::circulant, blocks>("allgather", "circulant")
            .costs("q", "(p-1)/p n", "p q")
            .from("Traeff 2024"),
    };
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// Reduce_scatter and reduce_scatter_block: one line an algorithm, for both. n = bytes of a whole vector,
// q = ceil(log2 p).
#include "algorithms/bcast/native.hpp"
#include "algorithms/reduce_scatter/butterfly.hpp"
#include "algorithms/reduce_scatter/circulant.hpp"
#include "algorithms/reduce_scatter/flat.hpp"
#include "algorithms/reduce_scatter/k_ring.hpp"
#include "algorithms/reduce_scatter/pairwise.hpp"
#include "algorithms/reduce_scatter/pat.hpp"
#include "algorithms/reduce_scatter/recursive_doubling.hpp"
#include "algorithms/reduce_scatter/recursive_halving.hpp"
#include "algorithms/reduce_scatter/ring.hpp"
#include "algorithms/reduce_scatter/rooted.hpp"
#include "algorithms/reduce_scatter/shm.hpp"
#include "algorithms/reduce_scatter/swing.hpp"
#include "catalogue/make_row.hpp"

namespace hocket {
namespace {

// Open MPI's numbers, which are not the same for both.
struct numbers {
    const char *rooted, *recursive_doubling, *recursive_halving, *ring, *butterfly;
};

template <class A, class... Members>
row algorithm_row(const char* collective, const char* name, const Members&... members)
{
    return make_row<A, scattered_operands>(collective, name, members...);
}

std::vector<std::string> names(std::initializer_list<const char*> all)
{
    std::vector<std::string> known;
    for (auto* name : all)
        if (name) known.emplace_back(name);
    return known;
}

std::vector<row> halving_rows(const char* collective, const numbers& open_mpi)
{
    using namespace reduce_scatter;
    return {
        make_row<bcast::native, bytes>(collective, "native").from("the MPI library").costs("-", "-", "-"),
        algorithm_row<recursive_halving>(collective, "recursive-halving")
            .known_as(names({"recursive_halving", open_mpi.recursive_halving}))
            .costs("log2 p, or floor(log2 p) + 2", "(p-1)/p n, or up to 3n for other p", "p log2 p")
            .from("Thakur, Rabenseifner, Gropp 2005"),
        algorithm_row<butterfly>(collective, "butterfly")
            .known_as(names({"noncommutative", open_mpi.butterfly}))
            .costs("log2 p + 1, or floor(log2 p) + 3", "n, or up to 3n for other p", "p log2 p + p")
            .from("Traeff 2005")
            .with_brackets_by_rank(),
        algorithm_row<reduce_scatter::recursive_doubling>(collective, "recursive-doubling")
            .known_as(names({"recursive_doubling", open_mpi.recursive_doubling}))
            .costs("log2 p, or floor(log2 p) + 2", "n (log2 p - 1) + n/p, or n more for other p", "p log2 p")
            .from("MPICH")
            .with_brackets_by_rank(),
    };
}

std::vector<row> block_rows(const char* collective, const numbers& open_mpi)
{
    using namespace reduce_scatter;
    return {
        algorithm_row<pairwise>(collective, "pairwise")
            .costs("p-1", "(p-1)/p n", "p(p-1)")
            .from("Thakur, Rabenseifner, Gropp 2005")
            .in_rank_order(),
        algorithm_row<flat>(collective, "flat", integer("window", &flat::window, 1, 1 << 20, {8, 64}))
            .costs("p-1, overlapped", "(p-1)/p n", "p(p-1)")
            .from("folklore")
            .in_rank_order(),
        algorithm_row<shm>(collective, "shm")
            .costs("1", "(p-1)/p n", "p(p-1), or p through shared memory")
            .from("folklore")
            .never_chosen(because::of_shared_memory)
            .in_rank_order(),
        algorithm_row<reduce_scatter::ring>(collective, "ring")
            .known_as(names({open_mpi.ring}))
            .costs("p-1", "(p-1)/p n", "p(p-1)")
            .from("folklore; Open MPI"),
        algorithm_row<reduce_scatter::k_ring>(collective, "k-ring",
                                              integer("k", &reduce_scatter::k_ring::k, 1, 1024, {2, 4, 8}))
            .known_as({"k_ring"})
            .costs("p-1 if k divides p", "(p-1)/p n if k divides p", "p(p-1)")
            .from("Wilkins et al. 2023"),
        algorithm_row<reduce_scatter::circulant>(collective, "circulant")
            .costs("q", "(p-1)/p n", "p q")
            .from("Traeff 2024"),
        algorithm_row<pat>(collective, "pat", integer("aggregate", &pat::aggregate, 0, 1 << 20, {0, 1, 4, 16}))
            .costs("q, up to p-1 with aggregate", "(p-1)/p n", "p times the rounds")
            .from("Jeaugey 2025"),
        algorithm_row<reduce_scatter::swing>(collective, "swing")
            .costs("q", "(p-1)/p n", "p q")
            .from("De Sensi et al. 2024")
            .for_even_ranks(),
        algorithm_row<rooted>(collective, "rooted",
                              phase_of<rooted>("reduce", "reduce", &rooted::reduce, {"knomial", "knomial:k=4"}),
                              phase_of<rooted>("scatter", "scatter", &rooted::scatter, {"knomial", "flat"}))
            .known_as(names({open_mpi.rooted}))
            .costs("reduce + scatter", "reduce + scatter", "reduce + scatter")
            .from("folklore; Open MPI")
            .in_rank_order(),
    };
}

std::vector<row> rows_of(const char* collective, const numbers& open_mpi)
{
    auto all = halving_rows(collective, open_mpi);
    for (auto& more : block_rows(collective, open_mpi)) all.push_back(std::move(more));
    return all;
}

} // namespace

std::vector<row> reduce_scatter_rows()
{
    auto all = rows_of("reduce_scatter_block", {"basic_linear", "2", "3", nullptr, "4"});
    for (auto& more : rows_of("reduce_scatter", {"non-overlapping", nullptr, "2", "3", "4"}))
        all.push_back(std::move(more));
    return all;
}

} // namespace hocket

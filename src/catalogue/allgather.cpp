// SPDX-License-Identifier: BSD-3-Clause
// Allgather and allgatherv: one line an algorithm, for both. They are also the second half of two-phase algorithms.
#include "algorithms/allgather/bruck.hpp"
#include "algorithms/allgather/circulant.hpp"
#include "algorithms/allgather/circulant_n_block.hpp"
#include "algorithms/allgather/exchange.hpp"
#include "algorithms/allgather/flat.hpp"
#include "algorithms/allgather/k_ring.hpp"
#include "algorithms/allgather/mixed_radix.hpp"
#include "algorithms/allgather/multicast.hpp"
#include "algorithms/allgather/neighbor_exchange.hpp"
#include "algorithms/allgather/pat.hpp"
#include "algorithms/allgather/recursive_doubling.hpp"
#include "algorithms/allgather/ring.hpp"
#include "algorithms/allgather/rooted.hpp"
#include "algorithms/allgather/shm.hpp"
#include "algorithms/allgather/sparbit.hpp"
#include "algorithms/allgather/swing.hpp"
#include "algorithms/bcast/native.hpp"
#include "catalogue/make_row.hpp"
#include "levels/reverse_ranking.hpp"

namespace hocket {
namespace {

// Of p-1 steps, or half as many, and those that are put together from others.
std::vector<row> rows_of_many_steps(const char* collective)
{
    using namespace allgather;
    return {
        make_row<ring, blocks>(collective, "ring", integer("skip", &ring::skip, 0, 1, {0, 1}))
            .costs("p-1", "(p-1)/p n", "p(p-1), less with skip what the scatter has left")
            .from("folklore; skip: Thakur, Rabenseifner, Gropp 2005"),
        make_row<allgather::k_ring, blocks>(collective, "k-ring",
                                            integer("k", &allgather::k_ring::k, 1, 1024, {2, 4, 8}))
            .known_as({"k_ring"})
            .costs("p-1 if k divides p", "(p-1)/p n if k divides p", "p(p-1)")
            .from("Wilkins et al. 2023"),
        make_row<allgather::neighbor_exchange, blocks>(collective, "neighbor-exchange")
            .known_as({"neighbor"})
            .for_even_ranks()
            .costs("p/2", "(p-1)/p n", "p^2/2")
            .from("Chen, Yuan 2005"),
        make_row<flat, blocks>(collective, "flat", integer("window", &flat::window, 1, 1 << 20, {8, 1, 64}))
            .costs("p-1", "(p-1)/p n", "p(p-1)")
            .from("folklore"),
        make_row<shm, blocks>(collective, "shm")
            .costs("1", "(p-1)/p n", "p(p-1), or p through shared memory")
            .from("folklore")
            .never_chosen(because::of_shared_memory),
        make_row<allgather::multicast, blocks>(collective, "multicast",
                                               integer("senders", &allgather::multicast::senders, 1, 1024, {1, 2, 4}))
            .costs("p-1, or p/senders with multicast", "(p-1)/p n, n with multicast", "p(p-1), or p with multicast")
            .from("Hoefler, Siebert, Rehm 2007; tokens: folklore")
            .never_chosen(because::of_the_network),
        make_row<rooted, blocks>(
            collective, "rooted", phase_of<rooted>("gather", "gather", &rooted::gather, {"knomial", "flat", "bine"}),
            phase_of<rooted>("bcast", "bcast", &rooted::bcast, {"knomial", "then(scatter=knomial,allgather=ring)"}))
            .costs("gather + bcast", "gather + bcast", "gather + bcast")
            .from("folklore"),
    };
}

// About log p rounds of messages that are runs of blocks.
std::vector<row> rows_in_place(const char* collective)
{
    using namespace allgather;
    return {
        make_row<recursive_doubling, blocks>(collective, "recursive-doubling")
            .known_as({"recursive_doubling"})
            .costs("log2 p, or floor(log2 p) + 2", "(p-1)/p n, or n more for other p", "p log2 p")
            .from("Thakur, Rabenseifner, Gropp 2005"),
        make_row<exchange, blocks>(collective, "exchange", integer("k", &exchange::k, 2, 1024, {2, 3, 4, 8}))
            .known_as({"recexch_doubling"})
            .costs("up to (k-1)floor(log_k p) + 2(k-1)", "(p-1)/p n, up to (k-1)n more for other p", "the same times p")
            .from("MPICH"),
        make_row<allgather::mixed_radix, blocks>(
            collective, "mixed-radix", integer("largest-first", &allgather::mixed_radix::largest_first, 0, 1, {0, 1}))
            .costs("the sum of f-1 over the prime factors f of p", "(p-1)/p n", "the same times p")
            .from("MPICH's recursive multiplying"),
        make_row<bruck, blocks>(collective, "bruck", integer("k", &bruck::k, 2, 1024, {2, 4}))
            .known_as({"k_brucks", "brucks=bruck:k=2"})
            .costs("up to (k-1)ceil(log_k p)", "(p-1)/p n", "the same times p")
            .from("Bruck et al. 1997"),
        make_row<allgather::circulant, blocks>(collective, "circulant")
            .costs("q", "(p-1)/p n", "p q")
            .from("Traeff 2024"),
    };
}

// Those whose messages are made of blocks that lie apart.
std::vector<row> rows_of_pieces(const char* collective)
{
    using namespace allgather;
    return {
        make_row<sparbit, blocks>(collective, "sparbit")
            .costs("p-1, in q latencies", "(p-1)/p n", "p(p-1)")
            .from("Loch, Koslovski 2021"),
        make_row<pat, blocks>(collective, "pat", integer("aggregate", &pat::aggregate, 0, 1 << 20, {0, 1, 4, 16}))
            .costs("q, up to p-1 where few blocks share a message", "(p-1)/p n", "the same times p")
            .from("Jeaugey 2025"),
        make_row<allgather::swing, blocks>(collective, "swing")
            .for_even_ranks()
            .costs("q", "(p-1)/p n", "p q")
            .from("De Sensi et al. 2024"),
        make_row<circulant_n_block, blocks>(collective, "circulant-n-block",
                                            integer("blocks", &circulant_n_block::blocks, 1, 65536, {1, 4, 16, 64}))
            .costs("blocks + q - 1", "(p-1)/p n", "p(blocks + q - 1)")
            .from("Traeff 2022-2024"),
        make_row<reverse_ranking, blocks>(collective, "reverse-ranking")
            .costs("log2 p, or floor(log2 p) + 2", "(p-1)/p n, or n more for other p", "p log2 p")
            .from("MVAPICH2"),
    };
}

// A library's own names and numbers, which differ between the two collectives.
using alias_list = std::vector<std::pair<std::string_view, std::string>>;

std::vector<row> rows_of(const char* collective, const alias_list& more)
{
    std::vector<row> all;
    all.push_back(make_row<bcast::native, bytes>(collective, "native").from("the MPI library").costs("-", "-", "-"));
    for (auto* some : {rows_in_place, rows_of_many_steps, rows_of_pieces})
        for (auto& made : some(collective)) all.push_back(std::move(made));
    for (auto& [name, alias] : more)
        for (auto& r : all)
            if (r.name == name) r.aliases.push_back(alias);
    return all;
}

} // namespace

std::vector<row> allgather_rows()
{
    auto all = rows_of("allgather", {{"rooted", "linear=rooted(gather=flat,bcast=knomial)"},
                                     {"rooted", "1=rooted(gather=flat,bcast=knomial)"},
                                     {"bruck", "2=bruck:k=2"},
                                     {"recursive-doubling", "3"},
                                     {"ring", "4"},
                                     {"neighbor-exchange", "5"},
                                     {"recursive-doubling", "6"},
                                     {"recursive-doubling", "two_proc"},
                                     {"sparbit", "7"},
                                     {"flat", "direct-messaging"},
                                     {"flat", "8"}});
    for (auto& more : rows_of("allgatherv", {{"rooted", "default=rooted(gather=flat,bcast=knomial)"},
                                             {"rooted", "1=rooted(gather=flat,bcast=knomial)"},
                                             {"bruck", "2=bruck:k=2"},
                                             {"ring", "3"},
                                             {"neighbor-exchange", "4"},
                                             {"recursive-doubling", "5"},
                                             {"recursive-doubling", "two_proc"},
                                             {"sparbit", "6"}}))
        all.push_back(std::move(more));
    return all;
}

} // namespace hocket

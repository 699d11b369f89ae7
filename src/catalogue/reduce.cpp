// SPDX-License-Identifier: BSD-3-Clause
// Reduce and allreduce: one line an algorithm. ns = number of segments, q = ceil(log2 p).
#include "algorithms/allreduce/double_tree.hpp"
#include "algorithms/allreduce/exchange.hpp"
#include "algorithms/allreduce/recursive_doubling.hpp"
#include "algorithms/allreduce/rooted.hpp"
#include "algorithms/allreduce/shm.hpp"
#include "algorithms/allreduce/swing.hpp"
#include "algorithms/allreduce/then.hpp"
#include "algorithms/bcast/native.hpp"
#include "algorithms/reduce/binary_in_order.hpp"
#include "algorithms/reduce/chain.hpp"
#include "algorithms/reduce/circulant.hpp"
#include "algorithms/reduce/double_tree.hpp"
#include "algorithms/reduce/flat.hpp"
#include "algorithms/reduce/kary.hpp"
#include "algorithms/reduce/knomial.hpp"
#include "algorithms/reduce/then.hpp"
#include "catalogue/make_row.hpp"

namespace hocket {
namespace {

template <class A, class... Members>
row algorithm_row(const char* collective, const char* name, const Members&... members)
{
    return make_row<A, operands>(collective, name, members...);
}

row native(const char* collective)
{
    return make_row<bcast::native, bytes>(collective, "native").from("the MPI library").costs("-", "-", "-");
}

const std::vector<long long> cuts{0, 8 << 10, 64 << 10, 256 << 10};
const std::vector<long long> few_cuts{0, 8 << 10, 64 << 10};

row reduce_then()
{
    using reduce::then;
    return algorithm_row<then>("reduce", "then",
                               phase_of<then>("reduce_scatter", "reduce_scatter", &then::reduce_scatter,
                                              {"recursive-halving", "butterfly", "circulant", "flat"}),
                               phase_of<then>("gather", "gather", &then::gather, {"knomial", "flat"}))
        .known_as({"rabenseifner=then(reduce_scatter=recursive-halving,gather=knomial)",
                   "reduce_scatter_gather=then(reduce_scatter=recursive-halving,gather=knomial)",
                   "7=then(reduce_scatter=recursive-halving,gather=knomial)"})
        .costs("reduce_scatter + gather", "reduce_scatter + gather", "reduce_scatter + gather")
        .from("Rabenseifner 2004")
        .with_brackets_by_rank();
}

row allreduce_then()
{
    using allreduce::then;
    return algorithm_row<then>(
               "allreduce", "then",
               phase_of<then>("reduce_scatter", "reduce_scatter", &then::reduce_scatter,
                              {"recursive-halving", "butterfly", "ring", "circulant", "k-ring", "flat"}),
               phase_of<then>("allgather", "allgather", &then::allgather,
                              {"recursive-doubling", "ring", "circulant", "k-ring", "flat"}))
        .known_as({"rabenseifner=then(reduce_scatter=recursive-halving,allgather=recursive-doubling)",
                   "reduce_scatter_allgather=then(reduce_scatter=recursive-halving,allgather=recursive-doubling)",
                   "ring=then(reduce_scatter=ring,allgather=ring)",
                   "circulant=then(reduce_scatter=circulant,allgather=circulant)",
                   "4=then(reduce_scatter=ring,allgather=ring)",
                   "6=then(reduce_scatter=recursive-halving,allgather=recursive-doubling)"})
        .costs("reduce_scatter + allgather", "reduce_scatter + allgather", "reduce_scatter + allgather")
        .from("Rabenseifner 2004; Patarasuk, Yuan 2009")
        .with_brackets_by_rank();
}

row allreduce_rooted()
{
    using allreduce::rooted;
    return algorithm_row<rooted>(
               "allreduce", "rooted",
               phase_of<rooted>("reduce", "reduce", &rooted::reduce,
                                {"knomial", "flat", "binary-in-order:segment=8K", "chain"}),
               phase_of<rooted>("bcast", "bcast", &rooted::bcast,
                                {"knomial", "flat", "kary-contiguous:segment=8K", "chain", "multicast"}))
        .known_as({"1=rooted(reduce=flat,bcast=flat)", "basic_linear=rooted(reduce=flat,bcast=flat)",
                   "linear=rooted(reduce=flat,bcast=flat)", "2", "nonoverlapping",
                   "tree=rooted(reduce=kary:k=2,bcast=kary:k=2)"})
        .costs("reduce + bcast", "reduce + bcast", "reduce + bcast")
        .from("folklore")
        .in_rank_order();
}

} // namespace

std::vector<row> reduce_rows()
{
    using namespace reduce;
    return {
        native("reduce"),
        algorithm_row<flat>("reduce", "flat", integer("window", &flat::window, 1, 1024, {1, 2, 8}))
            .known_as({"linear", "basic_linear", "1"})
            .costs("p-1", "(p-1)n", "p-1")
            .from("folklore")
            .in_rank_order(),
        algorithm_row<chain>("reduce", "chain", integer("fanout", &chain::fanout, 1, 1024, {1, 2, 4}),
                             size("segment", &chain::segment, cuts))
            .known_as({"pipeline", "2=chain:fanout=4", "3"})
            .costs("(ns-1)f + ceil((p-1)/f) + f - 1", "rounds * segment", "ns(p-1)")
            .from("folklore")
            .in_rank_order(),
        algorithm_row<kary>("reduce", "kary", integer("k", &kary::k, 1, 1024, {2, 3, 4, 8}),
                            size("segment", &kary::segment, cuts))
            .known_as({"binary=kary:k=2", "tree=kary:k=2", "4=kary:k=2"})
            .costs("(ns-1)k + depth(p,k)", "rounds * segment", "ns(p-1)")
            .from("folklore; Open MPI"),
        algorithm_row<knomial>("reduce", "knomial", integer("k", &knomial::k, 2, 1024, {2, 4, 8}),
                               size("segment", &knomial::segment, cuts))
            .known_as({"binomial=knomial:k=2", "5=knomial:k=2", "8=knomial:k=4"})
            .costs("(ns-1)(k-1)ceil(log_k p) + (k-1)ceil(log_k p)", "rounds * segment", "ns(p-1)")
            .from("folklore; MPICH")
            .in_rank_order(),
        algorithm_row<binary_in_order>("reduce", "binary-in-order", size("segment", &binary_in_order::segment, cuts))
            .known_as({"in-order_binary", "in_order_binary", "6"})
            .costs("2(ns-1) + about 2log2 p", "rounds * segment", "ns(p-1)")
            .from("Open MPI")
            .in_rank_order(),
        reduce_then(),
        algorithm_row<double_tree>("reduce", "double-tree", size("segment", &double_tree::segment, few_cuts))
            .known_as({"two_tree", "double_binary_tree"})
            .costs("2ns + 2ceil(log2(p-1)) - 1, ns of a half", "rounds * segment", "2ns(p-1)")
            .from("Sanders, Speck, Traeff 2009"),
        algorithm_row<reduce::circulant>("reduce", "circulant",
                                         integer("blocks", &reduce::circulant::blocks, 1, 65536, {1, 4, 16, 64, 256}))
            .costs("blocks + q - 1", "(blocks + q - 1) ceil(n/blocks)", "blocks(p-1)")
            .from("Traeff 2022-2024"),
    };
}

std::vector<row> allreduce_rows()
{
    using namespace allreduce;
    return {
        native("allreduce"),
        algorithm_row<recursive_doubling>("allreduce", "recursive-doubling")
            .known_as({"recursive_doubling", "3"})
            .costs("log2 p, or floor(log2 p) + 2", "n log2 p, or n floor(log2 p) + 2n", "p log2 p")
            .from("Thakur, Rabenseifner, Gropp 2005")
            .with_brackets_by_rank(),
        algorithm_row<exchange>("allreduce", "exchange", integer("k", &exchange::k, 2, 1024, {3, 4, 8}))
            .known_as({"recexch", "recursive_multiplying"})
            .costs("up to (k-1)floor(log_k p) + 2(k-1)", "rounds * n", "the same times p")
            .from("MPICH; Ruefenacht, Bull, Booth 2017")
            .in_rank_order(),
        algorithm_row<allreduce::swing>("allreduce", "swing")
            .costs("log2 p, or floor(log2 p) + 2", "n log2 p, or n floor(log2 p) + 2n", "p log2 p")
            .from("De Sensi et al. 2024"),
        allreduce_then(),
        allreduce_rooted(),
        algorithm_row<shm>("allreduce", "shm")
            .costs("1", "(p-1)n", "p(p-1), or p through shared memory")
            .from("folklore")
            .never_chosen(because::of_shared_memory)
            .in_rank_order(),
        algorithm_row<double_tree>("allreduce", "double-tree", size("segment", &double_tree::segment, few_cuts))
            .known_as({"two_tree", "double_binary_tree"})
            .costs("4ns + 4ceil(log2(p-1)), ns of a half", "rounds * segment", "4ns(p-1)")
            .from("Sanders, Speck, Traeff 2009"),
    };
}

} // namespace hocket

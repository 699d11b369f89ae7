// SPDX-License-Identifier: BSD-3-Clause
// Broadcast: one line an algorithm. ns = number of segments, q = ceil(log2 p), N = nodes, P = ranks per node.
#include "algorithms/bcast/bine.hpp"
#include "algorithms/bcast/chain.hpp"
#include "algorithms/bcast/circulant.hpp"
#include "algorithms/bcast/double_tree.hpp"
#include "algorithms/bcast/flat.hpp"
#include "algorithms/bcast/kary.hpp"
#include "algorithms/bcast/kary_contiguous.hpp"
#include "algorithms/bcast/knomial.hpp"
#include "algorithms/bcast/multicast.hpp"
#include "algorithms/bcast/native.hpp"
#include "algorithms/bcast/shm.hpp"
#include "algorithms/bcast/split_binary.hpp"
#include "algorithms/bcast/then.hpp"
#include "catalogue/make_row.hpp"

namespace hocket {
namespace {

template <class A, class... Members> row algorithm_row(const char* name, const Members&... members)
{
    return make_row<A, bytes>("bcast", name, members...);
}

const std::vector<long long> cuts{0, 1 << 10, 8 << 10, 64 << 10, 256 << 10, 1 << 20};
const std::vector<long long> few_cuts{0, 4 << 10, 32 << 10};

} // namespace

std::vector<row> bcast_rows()
{
    using namespace bcast;
    return {
        algorithm_row<native>("native").from("the MPI library").costs("-", "-", "-"),
        algorithm_row<native>("native-nonblocking").known_as({"nb"}).from("the MPI library").costs("-", "-", "-"),
        algorithm_row<flat>("flat", integer("window", &flat::window, 1, 1024, {1, 2, 8, 32}))
            .known_as({"linear", "basic_linear", "1"})
            .costs("p-1", "(p-1)n", "p-1")
            .from("folklore"),
        algorithm_row<shm>("shm")
            .costs("1", "(p-1)n", "p-1, or 1 through shared memory")
            .from("folklore")
            .never_chosen(because::of_shared_memory),
        algorithm_row<bcast::multicast>("multicast")
            .costs("q", "q n", "p-1, or 1 by multicast")
            .from("Hoefler, Siebert, Rehm 2007")
            .never_chosen(because::of_the_network),
        algorithm_row<chain>("chain", integer("fanout", &chain::fanout, 1, 1024, {1, 2, 4}),
                             size("segment", &chain::segment, cuts))
            .known_as({"pipeline", "2=chain:fanout=4", "3"})
            .costs("(ns-1)f + ceil((p-1)/f) + f - 1", "rounds * segment", "ns(p-1)")
            .from("folklore"),
        algorithm_row<kary>("kary", integer("k", &kary::k, 1, 1024, {2, 3, 4, 8}),
                            size("segment", &kary::segment, cuts))
            .known_as({"tree=kary:k=2", "pipelined_tree=kary:k=2:segment=8K", "binary=kary:k=2", "binary_tree=kary:k=2",
                       "5=kary:k=2"})
            .costs("(ns-1)k + depth(p,k)", "rounds * segment", "ns(p-1)")
            .from("folklore"),
        algorithm_row<knomial>("knomial", integer("k", &knomial::k, 2, 1024, {2, 3, 4, 8}),
                               size("segment", &knomial::segment, cuts))
            .known_as({"binomial=knomial:k=2", "6=knomial:k=2", "7=knomial:k=4"})
            .costs("(ns-1)(k-1)ceil(log_k p) + (k-1)ceil(log_k p)", "rounds * segment", "ns(p-1)")
            .from("folklore; MPICH"),
        algorithm_row<kary_contiguous>("kary-contiguous", integer("k", &kary_contiguous::k, 1, 1024, {2, 4}),
                                       size("segment", &kary_contiguous::segment, few_cuts))
            .costs("(ns-1)k + depth(p,k)", "rounds * segment", "ns(p-1)")
            .from("folklore"),
        algorithm_row<bine>("bine").costs("q", "q n", "p-1").from("De Sensi et al. 2025"),
        algorithm_row<split_binary>("split-binary", size("segment", &split_binary::segment, few_cuts))
            .known_as({"split_binary_tree", "4"})
            .costs("2(ns-1) + depth + 1, ns of a half", "(rounds-1) segment + n/2", "(ns+1)(p-1)")
            .from("Open MPI; Pjesivac-Grbovic et al. 2007"),
        algorithm_row<double_tree>("double-tree", size("segment", &double_tree::segment, few_cuts))
            .known_as({"two_tree", "double_binary_tree"})
            .costs("2ns + 2ceil(log2(p-1)) - 1, ns of a half", "rounds * segment", "2ns(p-1)")
            .from("Sanders, Speck, Traeff 2009"),
        algorithm_row<then>(
            "then", phase_of<then>("scatter", "scatter", &then::scatter, {"knomial"}),
            phase_of<then>("allgather", "allgather", &then::allgather,
                           {"recursive-doubling", "ring", "ring:skip=1", "circulant", "k-ring", "bruck", "bruck:k=4"}))
            .known_as({"scatter_recursive_doubling_allgather=then(scatter=knomial,allgather=recursive-doubling)",
                       "scatter_ring_allgather=then(scatter=knomial,allgather=ring)",
                       "scatter_allgather=then(scatter=knomial,allgather=recursive-doubling)",
                       "scatter_allgather_ring=then(scatter=knomial,allgather=ring)",
                       "8=then(scatter=knomial,allgather=recursive-doubling)",
                       "9=then(scatter=knomial,allgather=ring)"})
            .costs("scatter + allgather", "scatter + allgather", "scatter + allgather")
            .from("van de Geijn; Thakur, Rabenseifner, Gropp 2005"),
        algorithm_row<bcast::circulant>(
            "circulant", integer("blocks", &bcast::circulant::blocks, 1, 65536, {1, 2, 4, 16, 64, 256, 1024}))
            .costs("blocks + q - 1", "(blocks + q - 1) ceil(n/blocks)", "blocks(p-1)")
            .from("Traeff 2022-2024"),
    };
}

} // namespace hocket

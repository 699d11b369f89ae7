// SPDX-License-Identifier: BSD-3-Clause
// Barriers and reductions that are put together from others over a layout. N = nodes, L = lanes, P = ranks of a node,
// ns = number of segments.
#include "catalogue/make_row.hpp"
#include "levels/allreduce_lanes.hpp"
#include "levels/allreduce_levels.hpp"
#include "levels/allreduce_node_direct.hpp"
#include "levels/barrier_levels.hpp"
#include "levels/reduce_lanes.hpp"
#include "levels/reduce_levels.hpp"
#include "levels/reduce_scatter_lanes.hpp"
#include "levels/reduce_scatter_levels.hpp"
#include "levels/scan_lanes.hpp"
#include "levels/scan_levels.hpp"

namespace hocket {
namespace {

using names = std::vector<std::string>;

// The parts that all of them have.
template <class A, class Data> auto across(const char* collective, const algorithm<Data>* A::* at, names values)
{
    return part_of<A>(collective, "across", at, std::move(values));
}
template <class A, class Data> auto inside(const char* collective, const algorithm<Data>* A::* at, names values)
{
    return part_of<A>(collective, "inside", at, std::move(values));
}
template <class A, class Data> auto release(const char* collective, const algorithm<Data>* A::* at, names values)
{
    return part_of<A>(collective, "release", at, std::move(values));
}
template <class A> auto leaders_of_lanes()
{
    return integer("leaders", &A::leaders, 0, 1 << 20, {0, 2, 4});
}

const names trees{"knomial", "flat"}, releasing{"knomial", "flat", "shm"}, sharing{"circulant", "flat"},
    collecting{"circulant", "ring", "flat"};
const char *const sum_of_three = "inside(P) + across(N) + release(P)", *const shares = "Traeff, Hunold 2020";

row barrier_by_levels()
{
    using barrier::levels;
    return make_row<levels, nothing>(
               "barrier", "levels", across("barrier", &levels::across, {"dissemination", "knomial", "multicast"}),
               inside("reduce", &levels::inside, trees), release("bcast", &levels::release, releasing))
        .costs(sum_of_three, "2 bytes a round", "across(N) + 2(p-N)")
        .from("folklore; Open MPI HAN 2020");
}

std::vector<row> allreduce_over_nodes()
{
    using namespace allreduce;
    const names exchanging{"recursive-doubling", "exchange", "then(reduce_scatter=circulant,allgather=circulant)",
                           "then(reduce_scatter=flat,allgather=flat)"};
    auto between = exchanging;
    between.push_back("rooted(reduce=knomial,bcast=multicast)");
    const std::vector<long long> cuts{0, 64 << 10, 512 << 10};
    return {
        make_row<levels, operands>(
            "allreduce", "levels", across("allreduce", &levels::across, between),
            inside("reduce", &levels::inside, trees),
            release("bcast", &levels::release, {"knomial", "shm", "then(scatter=knomial,allgather=circulant)"}),
            size("segment", &levels::segment, cuts))
            .known_as({"smp", "hierarchical"})
            .costs("inside(P) + across(N) + release(P) + (ns-1)max of these", "the same in bytes",
                   "ns(across(N) + N(inside + release))")
            .from("Karonis et al. 2000; Open MPI HAN 2020")
            .in_rank_order_by_node(),
        make_row<lanes, operands>("allreduce", "lanes", across("allreduce", &lanes::across, exchanging),
                                  inside("reduce_scatter", &lanes::inside, sharing),
                                  release("allgatherv", &lanes::release, collecting), leaders_of_lanes<lanes>())
            .known_as({"multi-leader", "dpml"})
            .costs("inside(L) + across(N) + release(L), and 2 log2(P/L)",
                   "inside(L, n) + across(N, n/L) + release(L, n), and 2n log2(P/L)",
                   "L across(N) + N(inside + release)")
            .from("Traeff, Hunold 2020; Bayatpour et al. 2017")
            .in_rank_order_by_node(),
        make_row<node_direct, operands>(
            "allreduce", "node-direct", inside("reduce_scatter", &node_direct::inside, {"flat", "circulant"}),
            part_of<node_direct>("allreduce", "sum", &node_direct::sum, {"exchange:k=8", "recursive-doubling"}),
            release("allgatherv", &node_direct::release, {"flat", "circulant"}), leaders_of_lanes<node_direct>())
            .costs("inside(L) + sum(L) + release(L) + 2N/L overlapped, and 2 log2(P/L)",
                   "inside(L, n) + sum(L, n/N) + release(L, n) + 2n/L, and 2n log2(P/L)",
                   "2N(N-1) + N(inside + sum + release)")
            .from("after Bienz, Olson, Gropp 2019")
            .in_rank_order_by_node(),
    };
}

std::vector<row> reduce_over_nodes()
{
    using namespace reduce;
    return {
        make_row<levels, operands>("reduce", "levels", across("reduce", &levels::across, trees),
                                   inside("reduce", &levels::inside, trees))
            .known_as({"smp"})
            .costs("inside(P) + across(N)", "the same in bytes", "across(N) + N inside(P)")
            .from("MagPIe 1999; Open MPI HAN 2020")
            .in_rank_order_by_node(),
        make_row<lanes, operands>("reduce", "lanes", across("reduce", &lanes::across, trees),
                                  inside("reduce_scatter", &lanes::inside, sharing),
                                  release("gather", &lanes::release, {"knomial", "flat"}), leaders_of_lanes<lanes>())
            .costs("inside(L) + across(N) + release(L), and log2(P/L)",
                   "inside(L, n) + across(N, n/L) + release(L, n), and n log2(P/L)",
                   "L across(N) + N inside(L) + release(L)")
            .from(shares)
            .in_rank_order_by_node(),
    };
}

std::vector<row> reduce_scatter_over_nodes(const char* collective)
{
    using namespace reduce_scatter;
    return {
        make_row<levels, scattered_operands>(collective, "levels", across("reduce_scatter", &levels::across, sharing),
                                             inside("reduce", &levels::inside, trees),
                                             release("scatter", &levels::release, {"knomial", "flat"}))
            .costs(sum_of_three, "inside(P, n) + across(N, n) + release(P, n/N)", "across(N) + N(inside + release)")
            .from("folklore")
            .in_rank_order_by_node(),
        make_row<lanes, scattered_operands>(collective, "lanes", across("reduce_scatter", &lanes::across, sharing),
                                            inside("reduce_scatter", &lanes::inside, sharing),
                                            leaders_of_lanes<lanes>())
            .costs("inside(L) + across(N), and 2 log2(P/L)", "inside(L, n) + across(N, n/L), and n log2(P/L)",
                   "L across(N) + N inside(L)")
            .from(shares)
            .in_rank_order_by_node(),
    };
}

template <bool inclusive> std::vector<row> scan_over_nodes(const char* collective)
{
    using levels = scan::levels<inclusive>;
    using lanes = scan::lanes<inclusive>;
    const names scans{"recursive-doubling", "hillis-steele"};
    return {
        make_row<levels, operands>(collective, "levels", across("exscan", &levels::across, scans),
                                   inside(collective, &levels::inside, scans),
                                   release("bcast", &levels::release, releasing))
            .costs(sum_of_three, "the same in bytes", "across(N) + N(inside + release)")
            .from("folklore")
            .for_node_major(),
        make_row<lanes, operands>(collective, "lanes", across("exscan", &lanes::across, scans),
                                  inside(collective, &lanes::inside, scans),
                                  part_of<lanes>("reduce_scatter", "share", &lanes::share, sharing),
                                  release("allgatherv", &lanes::release, collecting), leaders_of_lanes<lanes>())
            .costs("share(L) + across(N) + release(L) + inside(P), and 2 log2(P/L)",
                   "share(L, n) + across(N, n/L) + release(L, n) + inside(P, n), and 2n log2(P/L)",
                   "L across(N) + N(share + release + inside)")
            .from(shares)
            .for_node_major(),
    };
}

} // namespace

std::vector<row> composed_reduction_rows()
{
    std::vector<row> all{barrier_by_levels()};
    for (auto& some :
         {allreduce_over_nodes(), reduce_over_nodes(), reduce_scatter_over_nodes("reduce_scatter_block"),
          reduce_scatter_over_nodes("reduce_scatter"), scan_over_nodes<true>("scan"), scan_over_nodes<false>("exscan")})
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

} // namespace hocket

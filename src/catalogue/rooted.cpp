// SPDX-License-Identifier: BSD-3-Clause
// Gather, gatherv, scatter, scatterv: one line an algorithm. m = bytes of a block, N = nodes, P = ranks of a node.
#include "algorithms/all_at_once.hpp"
#include "algorithms/bcast/native.hpp"
#include "algorithms/direct.hpp"
#include "algorithms/gather/bine.hpp"
#include "algorithms/gather/knomial.hpp"
#include "algorithms/gather/merge_tree.hpp"
#include "algorithms/scatter/knomial.hpp"
#include "algorithms/scatter/multicast.hpp"
#include "algorithms/scatter/shm.hpp"
#include "algorithms/scatter/shm_by_pair.hpp"
#include "catalogue/make_row.hpp"
#include "levels/rooted_lanes.hpp"
#include "levels/rooted_levels.hpp"

namespace hocket {
namespace {

template <flow way> row flat(const char* collective)
{
    using algorithm = direct<way>;
    return make_row<algorithm, rooted_blocks>(
               collective, "flat", integer("window", &algorithm::window, 1, 1 << 20, {2, 4, 8, 64}),
               size("credit", &algorithm::credit, {0, 8 << 10}), size("first", &algorithm::first, {0, 1 << 10}))
        .known_as({"linear", "basic_linear", "1", "credits=flat:credit=1", "linear_sync=flat:credit=1:first=1K",
                   "3=flat:credit=1:first=1K"})
        .costs("p-1, one more for credits", "(p-1)m", "p-1, 2(p-1) with credits")
        .telling_no_sizes()
        .from("folklore; Open MPI");
}

template <flow way> row at_once(const char* collective)
{
    return make_row<all_at_once<way>, rooted_blocks>(collective, "all-at-once")
        .costs("p-1", "(p-1)m", "p-1")
        .from("folklore")
        .telling_no_sizes()
        .never_chosen("where nobody has measured it, flat is the same without the flood of messages");
}

row native(const char* collective, const char* name = "native")
{
    return make_row<bcast::native, bytes>(collective, name).from("the MPI library").costs("-", "-", "-");
}

template <class Tree> row knomial(const char* collective)
{
    return make_row<Tree, rooted_blocks>(collective, "knomial", integer("k", &Tree::k, 2, 1024, {2, 4, 8}))
        .known_as({"binomial=knomial:k=2", "2=knomial:k=2"})
        .costs("(k-1)ceil(log_k p)", "(p-1)m for k = 2 and p a power of 2", "p-1")
        .from("folklore");
}

template <flow way> row bine(const char* collective)
{
    return make_row<rooted_bine<way>, rooted_blocks>(collective, "bine")
        .costs("ceil(log2 p)", "(p-1)m, up to twice that for p no power of 2", "p-1")
        .from("De Sensi et al. 2025");
}

template <flow way> row merged(const char* collective)
{
    return make_row<merge_tree<way>, rooted_blocks>(collective, "merge-tree")
        .known_as({"traeff"})
        .costs("2ceil(log2 p)", "(p-1)m for equal blocks, at most 2n for any", "3(p-1)")
        .from("Traeff 2017");
}

const std::vector<std::string> parts{"knomial", "flat"};
constexpr auto unbounded = "inner ranks hold the blocks of whole subtrees, and nobody knows how large these are";

template <flow way> row levels(const char* collective)
{
    using algorithm = rooted_levels<way>;
    return make_row<algorithm, rooted_blocks>(
               collective, "levels",
               part_of<algorithm>(collective, "across", &algorithm::across, {"knomial", "flat", "bine"}),
               part_of<algorithm>(collective, "inside", &algorithm::inside, parts),
               integer("leaders", &algorithm::leaders, 1, 1 << 20, {1, 2, 4}))
        .costs("across(N leaders) + inside(P/leaders)", "across(N leaders, P/leaders m) + inside(P/leaders, m)",
               "across + N leaders inside")
        .from("MagPIe 1999; Bayatpour et al. 2017");
}

template <flow way> row lanes(const char* collective)
{
    using algorithm = rooted_lanes<way>;
    return make_row<algorithm, rooted_blocks>(collective, "lanes",
                                              part_of<algorithm>(collective, "across", &algorithm::across, parts),
                                              part_of<algorithm>(collective, "inside", &algorithm::inside, parts))
        .costs("across(N) + inside(P)", "across(N, m) + inside(P, N m)", "P across + inside")
        .from("Traeff, Hunold 2020");
}

template <flow way, class Tree> std::vector<row> rows(const std::string& regular, const std::string& irregular)
{
    auto *one = regular.c_str(), *other = irregular.c_str();
    return {native(one),
            native(one, "native-nonblocking"),
            flat<way>(one),
            at_once<way>(one),
            knomial<Tree>(one),
            bine<way>(one),
            levels<way>(one),
            lanes<way>(one),
            native(other),
            native(other, "native-nonblocking"),
            flat<way>(other),
            at_once<way>(other),
            knomial<Tree>(other).never_chosen(unbounded),
            merged<way>(other).never_chosen(unbounded)};
}

} // namespace

std::vector<row> gather_rows()
{
    return rows<flow::to_root, gather::knomial>("gather", "gatherv");
}

std::vector<row> scatter_rows()
{
    auto all = rows<flow::from_root, scatter::knomial>("scatter", "scatterv");
    all.push_back(make_row<scatter::multicast, rooted_blocks>("scatter", "multicast")
                      .costs("ceil(log2 p), or 1 with multicast", "(p-1)m", "p-1, or 1 with multicast")
                      .from("Hoefler, Siebert, Rehm 2007")
                      .never_chosen(because::of_the_network));
    all.push_back(make_row<scatter::shm, rooted_blocks>("scatter", "shm")
                      .costs("1", "(p-1)m", "p-1, or 1 through shared memory")
                      .from("folklore")
                      .never_chosen(because::of_shared_memory));
    using by_pair = scatter::shm_by_pair;
    all.push_back(
        make_row<by_pair, rooted_blocks>("scatterv", "shm", size("most", &by_pair::most, {1 << 10, 4 << 10, 16 << 10}))
            .costs("1", "(p-1)m", "p-1, or 1 through shared memory")
            .telling_no_sizes()
            .from("folklore")
            .never_chosen(because::of_shared_memory));
    return all;
}

} // namespace hocket

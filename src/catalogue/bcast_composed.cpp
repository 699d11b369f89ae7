// SPDX-License-Identifier: BSD-3-Clause
// Broadcasts that are put together from others over a layout. ns = number of segments, N = nodes,
// L = lanes, P = ranks of a node.
#include "catalogue/make_row.hpp"
#include "levels/bcast_lanes.hpp"
#include "levels/bcast_levels.hpp"

namespace hocket {
namespace {

template <class A, class... Members> row algorithm_row(const char* name, const Members&... members)
{
    return make_row<A, bytes>("bcast", name, members...);
}

const std::vector<long long> cuts{0, 1 << 10, 8 << 10, 64 << 10, 256 << 10, 1 << 20};
const std::vector<std::string> parts{"knomial", "flat", "chain:segment=8K", "circulant:blocks=4"};
const std::vector<std::string> middle{"knomial", "flat"};
const std::vector<std::string> phases{"then(scatter=knomial,allgather=circulant)",
                                      "then(scatter=knomial,allgather=ring)",
                                      "then(scatter=knomial,allgather=recursive-doubling)"};

std::vector<std::string> parts_and(std::initializer_list<std::string> more)
{
    auto all = parts;
    all.insert(all.end(), more);
    return all;
}

} // namespace

std::vector<row> composed_bcast_rows()
{
    using namespace bcast;
    return {
        algorithm_row<levels>(
            "levels",
            part_of<levels>("bcast", "across", &levels::across,
                            parts_and({"then(scatter=knomial,allgather=circulant)", "multicast", "native"}), true),
            optional_part<levels>("bcast", "socket", &levels::socket, middle),
            optional_part<levels>("bcast", "numa", &levels::numa, middle),
            optional_part<levels>("bcast", "l3", &levels::l3, middle),
            part_of<levels>("bcast", "inside", &levels::inside, parts_and({"shm"})),
            size("segment", &levels::segment, cuts))
            .known_as({"smp=levels(across=knomial,inside=knomial)"})
            .without("leaders",
                     "a node has one leader there; lanes(across=,inside=):leaders= splits the data over several")
            .costs("sum of the levels + (ns-1)max(across, sum of the others)", "the same in bytes",
                   "ns(across + N inside)")
            .from("MagPIe 1999; Open MPI HAN 2020"),
        algorithm_row<lanes>("lanes", part_of<lanes>("bcast", "across", &lanes::across, parts),
                             form_of<lanes>("bcast", "then", "inside", &lanes::inside, phases),
                             integer("leaders", &lanes::leaders, 0, 1 << 20, {0, 1, 2, 4}),
                             size("segment", &lanes::segment, {0, 8 << 10, 256 << 10}))
            .costs("scatter(L) + across + allgather(L) + inside(ceil(P/L))",
                   "scatter(n) + across(n/L) + allgather(n) + inside(n)", "ns(scatter + L across + N allgather)")
            .from("Traeff, Hunold 2020"),
    };
}

} // namespace hocket

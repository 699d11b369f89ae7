// SPDX-License-Identifier: BSD-3-Clause
// Broadcasts that are put together from others over the nodes of a layout. ns = number of segments, N = nodes.
#include "catalogue/make_row.hpp"
#include "levels/bcast_levels.hpp"

namespace hocket {
namespace {

template <class A, class... Members> row algorithm_row(const char* name, const Members&... members)
{
    return make_row<A, bytes>("bcast", name, members...);
}

const std::vector<long long> cuts{0, 1 << 10, 8 << 10, 64 << 10, 256 << 10, 1 << 20};
const std::vector<std::string> parts{"knomial", "flat", "chain:segment=8K", "circulant:blocks=4"};

std::vector<std::string> with_native()
{
    auto all = parts;
    all.push_back("then(scatter=knomial,allgather=circulant)");
    all.push_back("native");
    return all;
}

} // namespace

std::vector<row> composed_bcast_rows()
{
    using namespace bcast;
    return {
        algorithm_row<levels>("levels", part_of<levels>("bcast", "across", &levels::across, with_native(), true),
                              part_of<levels>("bcast", "inside", &levels::inside, parts),
                              size("segment", &levels::segment, cuts))
            .known_as({"smp=levels(across=knomial,inside=knomial)"})
            .costs("across + (ns-1)max(across,inside) + inside", "the same in bytes", "ns(across + N inside)")
            .from("MagPIe 1999; Open MPI HAN 2020"),
    };
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// Gatherv and scatterv by way of leaders. N = nodes, P = ranks of a node, m = bytes of a mean block.
#include "catalogue/make_row.hpp"
#include "levels/node_stream.hpp"

namespace hocket {
namespace {

template <flow way> row by_leaders(const char* collective, const char* name, bool mixes)
{
    using algorithm = node_stream<way>;
    const std::vector<std::string> flat{"flat"};
    auto across = form_of<algorithm>(collective, "flat", "across", &algorithm::across, flat);
    auto inside = form_of<algorithm>(collective, "flat", "inside", &algorithm::inside, flat);
    auto leaders = integer("leaders", &algorithm::leaders, 1, 1 << 20, {1, 2, 4, 8});
    auto segment = size("segment", &algorithm::segment, {2 << 20});
    auto threshold = size("threshold", &algorithm::threshold, {1, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20});
    threshold.is.standard = 64 << 10;
    auto made = mixes
                    ? make_row<algorithm, rooted_blocks>(collective, name, across, inside, threshold, leaders, segment)
                    : make_row<algorithm, rooted_blocks>(collective, name, across, inside, leaders, segment);
    row done = std::move(made)
                   .costs("P + N for short blocks, twice", "(N-1) P m + (P-1) m", "p + 2N")
                   .from("Open MPI's hierarchical gatherv and scatterv, decided per pair");
    if (mixes) return done;
    return std::move(done).never_chosen("hybrid does the same, and long blocks travel straight");
}

} // namespace

std::vector<row> composed_rooted_rows()
{
    return {by_leaders<flow::to_root>("gatherv", "levels", false), by_leaders<flow::to_root>("gatherv", "hybrid", true),
            by_leaders<flow::from_root>("scatterv", "levels", false),
            by_leaders<flow::from_root>("scatterv", "hybrid", true)};
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// By nodes, of as many ranks each: through one leader of each node, or with each rank of a node in a lane of its own
// (Träff, Hunold: Decomposing MPI collectives for exploiting multi-lane communication, 2020).
#include "bench/mock_up.hpp"
#include "bench/recipes.hpp"
#include <cstring>

namespace hocket::bench {
namespace {

void make_chain(const recipe& of, const hands& h)
{
    auto& all = *h.by;
    if (!all.by) {
        all.by = std::make_unique<levels>(h.on, of.rooted() ? h.root : 0);
        all.steps = std::make_unique<chain>(of.steps, *all.by);
    }
    all.steps->settle(h.of.count, h.of.type);
    all.before.resize(std::size_t(h.of.count) * h.size + 1);
}

void by_chain(const hands& h)
{
    h.by->steps->run(h.of.from, h.of.to);
}

// What the nodes before bring, to what those before on this node have.
void add_nodes_before(const hands& h, bool nothing_here)
{
    auto& all = *h.by;
    all.steps->run(h.of.from, all.before.data());
    if (all.by->own() == 0) return;
    if (nothing_here) std::memcpy(h.to(), all.before.data(), std::size_t(h.of.count) * h.size);
    else MPI_Reduce_local(all.before.data(), h.to(), h.of.count, h.of.type, MPI_SUM);
}

void scan_by_nodes(const hands& h)
{
    MPI_Scan(h.from(), h.to(), h.of.count, h.of.type, MPI_SUM, h.by->by->node());
    add_nodes_before(h, false);
}

void exscan_by_nodes(const hands& h)
{
    MPI_Exscan(h.from(), h.to(), h.of.count, h.of.type, MPI_SUM, h.by->by->node());
    add_nodes_before(h, h.by->by->place() == 0);
}

mock_up made_of(const recipe& of)
{
    auto run = of.collective == "scan" ? scan_by_nodes : of.collective == "exscan" ? exscan_by_nodes : by_chain;
    auto where = of.prefix() ? mock_up::nodes_in_order : mock_up::like_nodes;
    return {of.collective, of.name, run, of.divided, where, [&of](const hands& h) { make_chain(of, h); }};
}

} // namespace

const std::vector<mock_up>& node_mock_ups()
{
    static const std::vector<mock_up> all = [] {
        std::vector<mock_up> made;
        for (auto& one : recipes()) made.push_back(made_of(one));
        return made;
    }();
    return all;
}

} // namespace hocket::bench

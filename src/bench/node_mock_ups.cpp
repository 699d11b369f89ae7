// SPDX-License-Identifier: BSD-3-Clause
// By nodes, of as many ranks each: through one leader of each node, or with each rank of a node in a lane of its own
// (Träff, Hunold: Decomposing MPI collectives for exploiting multi-lane communication, 2020).
#include "bench/mock_up.hpp"

namespace hocket::bench {
namespace {

void make_levels(const hands& h)
{
    auto& all = *h.by;
    if (all.node != MPI_COMM_NULL) return;
    int first = h.at_root() ? -1 : h.rank; // the least is the node's
    MPI_Comm_split_type(h.on, MPI_COMM_TYPE_SHARED, first, MPI_INFO_NULL, &all.node);
    MPI_Comm_rank(all.node, &all.place);
    MPI_Comm_size(all.node, &all.ranks);
    MPI_Bcast(&first, 1, MPI_INT, 0, all.node);
    MPI_Comm_split(h.on, all.place, first, &all.lane);
}

void bcast_by_leaders(const hands& h)
{
    auto& by = *h.by;
    if (by.leads()) MPI_Bcast(h.to(), h.of.count, MPI_BYTE, 0, by.lane);
    MPI_Bcast(h.to(), h.of.count, MPI_BYTE, 0, by.node);
}

void bcast_by_lanes(const hands& h)
{
    auto& by = *h.by;
    int m = h.of.count / by.ranks, root = -1;
    MPI_Comm_rank(by.lane, &root);
    auto* mine = h.to(std::size_t(by.place) * std::size_t(m));
    if (root == 0) // on the root's node
        MPI_Scatter(h.to(), m, MPI_BYTE, by.leads() ? MPI_IN_PLACE : mine, m, MPI_BYTE, 0, by.node);
    MPI_Bcast(mine, m, MPI_BYTE, 0, by.lane);
    MPI_Allgather(MPI_IN_PLACE, m, MPI_BYTE, h.to(), m, MPI_BYTE, by.node);
}

void reduce_by_leaders(const hands& h)
{
    auto& by = *h.by;
    MPI_Reduce(h.from(), h.spare, h.of.count, h.of.type, MPI_SUM, 0, by.node);
    if (by.leads()) MPI_Reduce(h.spare, h.to(), h.of.count, h.of.type, MPI_SUM, 0, by.lane);
}

void allreduce_by_leaders(const hands& h)
{
    auto& by = *h.by;
    MPI_Reduce(h.from(), h.to(), h.of.count, h.of.type, MPI_SUM, 0, by.node);
    if (by.leads()) MPI_Allreduce(MPI_IN_PLACE, h.to(), h.of.count, h.of.type, MPI_SUM, by.lane);
    MPI_Bcast(h.to(), h.of.count, h.of.type, 0, by.node);
}

void allreduce_by_lanes(const hands& h)
{
    auto& by = *h.by;
    int m = h.of.count / by.ranks;
    MPI_Reduce_scatter_block(h.from(), h.spare, m, h.of.type, MPI_SUM, by.node);
    MPI_Allreduce(MPI_IN_PLACE, h.spare, m, h.of.type, MPI_SUM, by.lane);
    MPI_Allgather(h.spare, m, h.of.type, h.to(), m, h.of.type, by.node);
}

} // namespace

const std::vector<mock_up>& node_mock_ups()
{
    static const std::vector<mock_up> all{
        {"bcast", "Bcast of leaders + Bcast in nodes", bcast_by_leaders, false, true, make_levels},
        {"bcast", "Scatter in the node + Bcast in lanes + Allgather in nodes", bcast_by_lanes, true, true, make_levels},
        {"reduce", "Reduce in nodes + Reduce of leaders", reduce_by_leaders, false, true, make_levels},
        {"allreduce", "Reduce in nodes + Allreduce of leaders + Bcast in nodes", allreduce_by_leaders, false, true,
         make_levels},
        {"allreduce", "Reduce_scatter_block in nodes + Allreduce in lanes + Allgather in nodes", allreduce_by_lanes,
         true, true, make_levels},
    };
    return all;
}

} // namespace hocket::bench

// SPDX-License-Identifier: BSD-3-Clause
#include "bench/mock_up.hpp"
#include <cstring>

namespace hocket::bench {
namespace {

void reduce_by_allreduce(const hands& h)
{
    MPI_Allreduce(h.from(), h.at_root() ? h.to() : h.spare, h.of.count, h.of.type, MPI_SUM, h.on);
}

void reduce_by_reduce_scatter_block_gather(const hands& h)
{
    int m = h.of.count / h.ranks;
    MPI_Reduce_scatter_block(h.from(), h.spare, m, h.of.type, MPI_SUM, h.on);
    MPI_Gather(h.spare, m, h.of.type, h.to(), m, h.of.type, h.root, h.on);
}

void reduce_by_reduce_scatter_gatherv(const hands& h)
{
    auto& parts = h.by->parts;
    auto *counts = parts.counts.data(), *starts = parts.starts.data();
    MPI_Reduce_scatter(h.from(), h.spare, counts, h.of.type, MPI_SUM, h.on);
    MPI_Gatherv(h.spare, counts[h.rank], h.of.type, h.to(), counts, starts, h.of.type, h.root, h.on);
}

void reduce_by_one_block(const hands& h)
{
    MPI_Reduce_scatter(h.from(), h.at_root() ? h.to() : h.spare, h.by->of_root.data(), h.of.type, MPI_SUM, h.on);
}

void reduce_by_scan(const hands& h)
{
    int last = h.ranks - 1;
    auto* mine = h.at_root() && h.rank == last ? h.to() : h.spare;
    MPI_Scan(h.from(), mine, h.of.count, h.of.type, MPI_SUM, h.on);
    if (h.root == last) return;
    if (h.rank == last) MPI_Send(mine, h.of.count, h.of.type, h.root, 1, h.on);
    if (h.at_root()) MPI_Recv(h.to(), h.of.count, h.of.type, last, 1, h.on, MPI_STATUS_IGNORE);
}

void allreduce_by_reduce_bcast(const hands& h)
{
    MPI_Reduce(h.from(), h.to(), h.of.count, h.of.type, MPI_SUM, h.root, h.on);
    MPI_Bcast(h.to(), h.of.count, h.of.type, h.root, h.on);
}

void allreduce_by_reduce_scatter_block_allgather(const hands& h)
{
    int m = h.of.count / h.ranks;
    MPI_Reduce_scatter_block(h.from(), h.spare, m, h.of.type, MPI_SUM, h.on);
    MPI_Allgather(h.spare, m, h.of.type, h.to(), m, h.of.type, h.on);
}

void allreduce_by_reduce_scatter_allgatherv(const hands& h)
{
    auto& parts = h.by->parts;
    auto *counts = parts.counts.data(), *starts = parts.starts.data();
    MPI_Reduce_scatter(h.from(), h.spare, counts, h.of.type, MPI_SUM, h.on);
    MPI_Allgatherv(h.spare, counts[h.rank], h.of.type, h.to(), counts, starts, h.of.type, h.on);
}

void block_by_reduce_scatter(const hands& h)
{
    MPI_Reduce_scatter(h.from(), h.to(), h.of.counts, h.of.type, MPI_SUM, h.on);
}

void block_by_reduce_scatter_of_root(const hands& h)
{
    MPI_Reduce(h.from(), h.spare, int(h.whole()), h.of.type, MPI_SUM, h.root, h.on);
    MPI_Scatter(h.spare, h.of.count, h.of.type, h.to(), h.of.count, h.of.type, h.root, h.on);
}

void blocks_by_reduce_scatterv(const hands& h)
{
    auto& starts = h.by->starts;
    MPI_Reduce(h.from(), h.spare, int(h.whole()), h.of.type, MPI_SUM, h.root, h.on);
    MPI_Scatterv(h.spare, h.of.counts, starts.data(), h.of.type, h.to(), h.of.counts[h.rank], h.of.type, h.root, h.on);
}

void blocks_by_allreduce(const hands& h)
{
    auto& starts = h.by->starts;
    MPI_Allreduce(h.from(), h.spare, int(h.whole()), h.of.type, MPI_SUM, h.on);
    std::memcpy(h.to(), h.spare + std::size_t(starts[std::size_t(h.rank)]) * h.size,
                std::size_t(h.of.counts[h.rank]) * h.size);
}

void scan_by_exscan(const hands& h)
{
    MPI_Exscan(h.from(), h.to(), h.of.count, h.of.type, MPI_SUM, h.on);
    if (h.rank == 0) std::memcpy(h.to(), h.from(), std::size_t(h.of.count) * h.size);
    else MPI_Reduce_local(h.from(), h.to(), h.of.count, h.of.type, MPI_SUM);
}

void exscan_by_scan(const hands& h)
{
    int next = h.rank + 1 < h.ranks ? h.rank + 1 : MPI_PROC_NULL, before = h.rank > 0 ? h.rank - 1 : MPI_PROC_NULL;
    if (h.rank == 0) std::memset(h.spare, 0, std::size_t(h.of.count) * h.size);
    MPI_Sendrecv(h.from(), h.of.count, h.of.type, next, 1, h.spare, h.of.count, h.of.type, before, 1, h.on,
                 MPI_STATUS_IGNORE);
    MPI_Scan(h.spare, h.to(), h.of.count, h.of.type, MPI_SUM, h.on);
}

} // namespace

const std::vector<mock_up>& reduction_mock_ups()
{
    static const std::vector<mock_up> all{
        {"reduce", "Allreduce(n)", reduce_by_allreduce},
        {"reduce", "Reduce_scatter_block(n/p) + Gather(n/p)", reduce_by_reduce_scatter_block_gather, true},
        {"reduce", "Reduce_scatter + Gatherv", reduce_by_reduce_scatter_gatherv},
        {"reduce", "Reduce_scatter(n,0,...)", reduce_by_one_block},
        {"reduce", "Scan(n) + Send/Recv(n)", reduce_by_scan},
        {"allreduce", "Reduce(n) + Bcast(n)", allreduce_by_reduce_bcast},
        {"allreduce", "Reduce_scatter_block(n/p) + Allgather(n/p)", allreduce_by_reduce_scatter_block_allgather, true},
        {"allreduce", "Reduce_scatter + Allgatherv", allreduce_by_reduce_scatter_allgatherv},
        {"reduce_scatter_block", "Reduce_scatter(m)", block_by_reduce_scatter},
        {"reduce_scatter_block", "Reduce(pm) + Scatter(m)", block_by_reduce_scatter_of_root},
        {"reduce_scatter_block", "Allreduce(pm)", blocks_by_allreduce},
        {"reduce_scatter", "Reduce(n) + Scatterv", blocks_by_reduce_scatterv},
        {"reduce_scatter", "Allreduce(n)", blocks_by_allreduce},
        {"scan", "Exscan(n) + Reduce_local(n)", scan_by_exscan},
        {"exscan", "Sendrecv(n) + Scan(n)", exscan_by_scan},
    };
    return all;
}

} // namespace hocket::bench

// SPDX-License-Identifier: BSD-3-Clause
#include "bench/mock_up.hpp"
#include <cstring>

namespace hocket::bench {
namespace {

void barrier_by_allreduce(const hands& h)
{
    int one = 1, sum = 0;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, h.on);
}

void bcast_by_scatter_allgather(const hands& h)
{
    int m = h.of.count / h.ranks;
    auto* mine = h.to(std::size_t(h.rank) * std::size_t(m));
    MPI_Scatter(h.to(), m, MPI_BYTE, h.at_root() ? MPI_IN_PLACE : mine, m, MPI_BYTE, h.root, h.on);
    MPI_Allgather(MPI_IN_PLACE, m, MPI_BYTE, h.to(), m, MPI_BYTE, h.on);
}

void bcast_by_scatterv_allgatherv(const hands& h)
{
    auto& parts = h.by->parts;
    auto me = std::size_t(h.rank);
    auto *counts = parts.counts.data(), *starts = parts.starts.data();
    auto* mine = h.to(std::size_t(starts[me]));
    MPI_Scatterv(h.to(), counts, starts, MPI_BYTE, h.at_root() ? MPI_IN_PLACE : mine, counts[me], MPI_BYTE, h.root,
                 h.on);
    MPI_Allgatherv(MPI_IN_PLACE, counts[me], MPI_BYTE, h.to(), counts, starts, MPI_BYTE, h.on);
}

void bcast_by_allgatherv(const hands& h)
{
    auto& all = *h.by;
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_BYTE, h.to(), all.of_root.data(), all.nothing.data(), MPI_BYTE, h.on);
}

void gather_by_gatherv(const hands& h)
{
    MPI_Gatherv(h.from(), h.of.count, MPI_BYTE, h.to(), h.of.counts, h.of.starts, MPI_BYTE, h.root, h.on);
}

void gather_by_allgather(const hands& h)
{
    auto* all = h.at_root() ? h.to() : h.spare;
    MPI_Allgather(h.from(), h.of.count, MPI_BYTE, all, h.of.count, MPI_BYTE, h.on);
}

// Zeros, but for this rank's own block.
unsigned char* alone_in_zeros(const hands& h)
{
    std::memset(h.spare, 0, h.whole());
    std::memcpy(h.spare + h.of.starts[h.rank], h.from(), std::size_t(h.of.count));
    return h.spare;
}

void gather_by_reduce(const hands& h)
{
    MPI_Reduce(alone_in_zeros(h), h.to(), int(h.whole()), MPI_BYTE, MPI_BOR, h.root, h.on);
}

void gatherv_by_messages(const hands& h)
{
    if (!h.at_root()) {
        MPI_Send(h.from(), h.of.count, MPI_BYTE, h.root, 1, h.on);
        return;
    }
    auto& all = h.by->requests;
    all.clear();
    for (int r = 0; r < h.ranks; ++r)
        if (r != h.root)
            MPI_Irecv(h.to(std::size_t(h.of.starts[r])), h.of.counts[r], MPI_BYTE, r, 1, h.on, &all.emplace_back());
    std::memcpy(h.to(std::size_t(h.of.starts[h.rank])), h.from(), std::size_t(h.of.count));
    MPI_Waitall(int(all.size()), all.data(), MPI_STATUSES_IGNORE);
}

void scatter_by_scatterv(const hands& h)
{
    MPI_Scatterv(h.from(), h.of.counts, h.of.starts, MPI_BYTE, h.to(), h.of.count, MPI_BYTE, h.root, h.on);
}

void scatter_by_bcast(const hands& h)
{
    auto* all = h.spare;
    if (h.at_root()) std::memcpy(all, h.from(), h.whole());
    MPI_Bcast(all, int(h.whole()), MPI_BYTE, h.root, h.on);
    std::memcpy(h.to(), all + h.of.starts[h.rank], std::size_t(h.of.count));
}

void allgather_by_allgatherv(const hands& h)
{
    MPI_Allgatherv(h.from(), h.of.count, MPI_BYTE, h.to(), h.of.counts, h.of.starts, MPI_BYTE, h.on);
}

void allgather_by_gather_bcast(const hands& h)
{
    MPI_Gather(h.from(), h.of.count, MPI_BYTE, h.to(), h.of.count, MPI_BYTE, h.root, h.on);
    MPI_Bcast(h.to(), int(h.whole()), MPI_BYTE, h.root, h.on);
}

void allgather_by_alltoall(const hands& h)
{
    for (int r = 0; r < h.ranks; ++r) std::memcpy(h.spare + h.of.starts[r], h.from(), std::size_t(h.of.count));
    MPI_Alltoall(h.spare, h.of.count, MPI_BYTE, h.to(), h.of.count, MPI_BYTE, h.on);
}

void allgather_by_allreduce(const hands& h)
{
    MPI_Allreduce(alone_in_zeros(h), h.to(), int(h.whole()), MPI_BYTE, MPI_BOR, h.on);
}

void allgatherv_by_gatherv_bcast(const hands& h)
{
    gather_by_gatherv(h);
    MPI_Bcast(h.to(), int(h.whole()), MPI_BYTE, h.root, h.on);
}

void alltoall_by_alltoallv(const hands& h)
{
    MPI_Alltoallv(h.from(), h.of.counts, h.of.starts, MPI_BYTE, h.to(), h.of.counts, h.of.starts, MPI_BYTE, h.on);
}

void alltoallv_by_alltoallw(const hands& h)
{
    auto* same = h.by->types.data();
    MPI_Alltoallw(h.from(), h.of.counts, h.of.starts, same, h.to(), h.of.in.counts, h.of.in.starts, same, h.on);
}

// A neighborhood's blocks, one by one.
void neighbors_by_messages(const hands& h)
{
    auto &out = h.of.out, &in = h.of.in;
    auto& all = h.by->requests;
    all.clear();
    for (std::size_t k = 0; k < in.others.size(); ++k)
        if (in.others[k] >= 0)
            MPI_Irecv(h.to(std::size_t(in.starts[k])), in.counts[k], MPI_BYTE, in.others[k], in.tags[k], h.on,
                      &all.emplace_back());
    for (std::size_t k = 0; k < out.others.size(); ++k)
        if (out.others[k] >= 0)
            MPI_Isend(h.from(out.starts ? std::size_t(out.starts[k]) : 0), out.counts ? out.counts[k] : h.of.count,
                      MPI_BYTE, out.others[k], out.tags[k], h.on, &all.emplace_back());
    MPI_Waitall(int(all.size()), all.data(), MPI_STATUSES_IGNORE);
}

} // namespace

const std::vector<mock_up>& block_mock_ups()
{
    static const std::vector<mock_up> all{
        {"barrier", "Allreduce(1)", barrier_by_allreduce},
        {"bcast", "Scatter(n/p) + Allgather(n/p)", bcast_by_scatter_allgather, true},
        {"bcast", "Scatterv + Allgatherv", bcast_by_scatterv_allgatherv},
        {"bcast", "Allgatherv(n,0,...)", bcast_by_allgatherv},
        {"gather", "Gatherv(m)", gather_by_gatherv},
        {"gather", "Allgather(m)", gather_by_allgather},
        {"gather", "Reduce(pm)", gather_by_reduce},
        {"gatherv", "Send/Recv to the root", gatherv_by_messages},
        {"scatter", "Scatterv(m)", scatter_by_scatterv},
        {"scatter", "Bcast(pm)", scatter_by_bcast},
        {"scatterv", "Bcast(total)", scatter_by_bcast},
        {"allgather", "Allgatherv(m)", allgather_by_allgatherv},
        {"allgather", "Gather(m) + Bcast(pm)", allgather_by_gather_bcast},
        {"allgather", "Alltoall(m)", allgather_by_alltoall},
        {"allgather", "Allreduce(pm)", allgather_by_allreduce},
        {"allgatherv", "Gatherv + Bcast(total)", allgatherv_by_gatherv_bcast},
        {"alltoall", "Alltoallv(m)", alltoall_by_alltoallv},
        {"alltoallv", "Alltoallw", alltoallv_by_alltoallw},
        {"neighbor_allgather", "Isend/Irecv + Waitall", neighbors_by_messages},
        {"neighbor_allgatherv", "Isend/Irecv + Waitall", neighbors_by_messages},
        {"neighbor_alltoall", "Isend/Irecv + Waitall", neighbors_by_messages},
        {"neighbor_alltoallv", "Isend/Irecv + Waitall", neighbors_by_messages},
        {"neighbor_alltoallw", "Isend/Irecv + Waitall", neighbors_by_messages},
    };
    return all;
}

} // namespace hocket::bench

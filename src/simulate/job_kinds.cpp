// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/job_kinds.hpp"
#include "simulate/bounds.hpp"
#include "simulate/job_calls.hpp"
#include "simulate/job_cut.hpp"

namespace hocket {
namespace {

std::size_t no_memory(const collective_job&, int)
{
    return 0;
}

std::size_t one_vector(const collective_job& job, int)
{
    return job.bytes;
}

std::size_t all_blocks(const collective_job& job, int ranks)
{
    return job.bytes * std::size_t(ranks);
}

// What comes to one rank may be nearly everything.
std::size_t exchanged(const collective_job& job, int ranks)
{
    auto sent = job.bytes * std::size_t(ranks);
    if (job.counts == "equal") return 2 * sent;
    std::vector<std::size_t> comes(static_cast<std::size_t>(ranks));
    for (auto& row : exchanged_bytes(job, ranks))
        for (std::size_t i = 0; i < row.size(); ++i) comes[i] += row[i];
    return 2 * std::max(sent, std::ranges::max(comes));
}

std::size_t two_vectors(const collective_job& job, int)
{
    return 2 * job.bytes;
}

std::size_t vector_and_block(const collective_job& job, int ranks)
{
    job_cut all(job, ranks);
    return all.cut().total() + all.cut().largest();
}

constexpr job_kind kinds[] = {
    {"barrier", no_memory, prepare_barrier, barrier_bound},
    {"bcast", one_vector, prepare_bcast, bcast_bound},
    {"gather", all_blocks, prepare_rooted, gather_bound},
    {"gatherv", all_blocks, prepare_rooted, gather_bound},
    {"scatter", all_blocks, prepare_rooted, scatter_bound},
    {"scatterv", all_blocks, prepare_rooted, scatter_bound},
    {"allgather", all_blocks, prepare_allgather, allgather_bound},
    {"allgatherv", one_vector, prepare_allgather, allgather_bound},
    {"alltoall", exchanged, prepare_alltoall, alltoall_bound},
    {"alltoallv", exchanged, prepare_alltoall, alltoall_bound},
    {"alltoallw", exchanged, prepare_alltoall, alltoall_bound},
    {"neighbor_allgather", neighbor_memory, prepare_neighbor, neighbor_bound},
    {"neighbor_allgatherv", neighbor_memory, prepare_neighbor, neighbor_bound},
    {"neighbor_alltoall", neighbor_memory, prepare_neighbor, neighbor_bound},
    {"neighbor_alltoallv", neighbor_memory, prepare_neighbor, neighbor_bound},
    {"neighbor_alltoallw", neighbor_memory, prepare_neighbor, neighbor_bound},
    {"reduce", two_vectors, prepare_reduction, reduce_bound},
    {"allreduce", two_vectors, prepare_reduction, allreduce_bound},
    {"reduce_scatter_block", vector_and_block, prepare_reduce_scatter, reduce_scatter_bound},
    {"reduce_scatter", vector_and_block, prepare_reduce_scatter, reduce_scatter_bound},
    {"scan", two_vectors, prepare_reduction, scan_bound},
    {"exscan", two_vectors, prepare_reduction, scan_bound},
};

} // namespace

const job_kind& kind_of(std::string_view collective)
{
    return *std::ranges::find(kinds, collective, &job_kind::collective);
}

} // namespace hocket

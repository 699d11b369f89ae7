// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/narrow.hpp"
#include "interpose/neighbor_topology.hpp"

namespace hocket {

namespace {

bool is_int(MPI_Count n)
{
    return n == MPI_Count(int(n));
}

// Ranks that lists are for.
int blocks_on(MPI_Comm comm)
{
    int inter = 0, n = 0;
    mpi.Comm_test_inter(comm, &inter);
    inter ? mpi.Comm_remote_size(comm, &n) : mpi.Comm_size(comm, &n);
    return n;
}

bool reads_lists(const rooted_call& call)
{
    int inter = 0, rank = 0;
    mpi.Comm_test_inter(call.comm, &inter);
    mpi.Comm_rank(call.comm, &rank);
    return inter ? call.root == MPI_ROOT : call.root == rank;
}

} // namespace

template <class From> bool narrowed::copy(const From* from, int n, const int*& to)
{
    auto& list = lists_.emplace_back(std::size_t(n) + 1); // data() of none may be null
    for (int i = 0; i < n; ++i) {
        if (!is_int(from[i])) return false;
        list[std::size_t(i)] = int(from[i]);
    }
    to = list.data();
    return true;
}

bool narrowed::fit(user_blocks& side, int n, bool with_offsets)
{
    if (!is_int(side.each)) return false;
    if (side.large_counts && !copy(side.large_counts, n, side.counts)) return false;
    side.large_counts = nullptr;
    if (!with_offsets || !side.large_offsets) return true;
    if (!copy(side.large_offsets, n, side.offsets)) return false;
    side.large_offsets = nullptr;
    return true;
}

bool narrowed::fit(rooted_call& call)
{
    int n = reads_lists(call) ? blocks_on(call.comm) : 0;
    return is_int(call.own.count) && fit(call.all, n);
}

bool narrowed::fit(allgather_call& call)
{
    return is_int(call.count) && fit(call.all, blocks_on(call.comm));
}

bool narrowed::fit(alltoall_call& call)
{
    int n = blocks_on(call.comm);
    return fit(call.out, call.out.at == MPI_IN_PLACE ? 0 : n) && fit(call.in, n);
}

// Of these neighbor_alltoallw has large offsets in either form.
bool narrowed::fit(neighbor_call& call)
{
    auto around = neighbors_in(call.comm);
    if (!around) return false;
    bool with_offsets = call.which != collective::neighbor_alltoallw;
    return fit(call.out, int(around->destinations.size()), with_offsets) &&
           fit(call.in, int(around->sources.size()), with_offsets);
}

bool narrowed::fit(reduction_call& call)
{
    if (!is_int(call.count)) return false;
    if (call.large_counts && !copy(call.large_counts, blocks_on(call.comm), call.counts)) return false;
    call.large_counts = nullptr;
    return true;
}

} // namespace hocket

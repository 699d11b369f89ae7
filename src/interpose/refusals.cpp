// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/refusals.hpp"
#include "interpose/ask_alone.hpp"
#include <algorithm>

namespace hocket {

namespace {

int call_in_one_buffer(collective which, int* both, int n, MPI_Comm alone)
{
    const int none = 0;
    auto is = MPI_INT;
    auto sum = MPI_SUM;
    switch (which) {
    case collective::gather: return mpi.Gather(both, n, is, both, n, is, 0, alone);
    case collective::gatherv: return mpi.Gatherv(both, n, is, both, &n, &none, is, 0, alone);
    case collective::scatter: return mpi.Scatter(both, n, is, both, n, is, 0, alone);
    case collective::scatterv: return mpi.Scatterv(both, &n, &none, is, both, n, is, 0, alone);
    case collective::allgather: return mpi.Allgather(both, n, is, both, n, is, alone);
    case collective::allgatherv: return mpi.Allgatherv(both, n, is, both, &n, &none, is, alone);
    case collective::reduce: return mpi.Reduce(both, both, n, is, sum, 0, alone);
    case collective::allreduce: return mpi.Allreduce(both, both, n, is, sum, alone);
    case collective::reduce_scatter_block: return mpi.Reduce_scatter_block(both, both, n, is, sum, alone);
    case collective::reduce_scatter: return mpi.Reduce_scatter(both, both, &n, is, sum, alone);
    case collective::scan: return mpi.Scan(both, both, n, is, sum, alone);
    case collective::exscan: return mpi.Exscan(both, both, n, is, sum, alone);
    case collective::alltoall: return mpi.Alltoall(both, n, is, both, n, is, alone);
    case collective::alltoallv: return mpi.Alltoallv(both, &n, &none, is, both, &n, &none, is, alone);
    case collective::alltoallw: return mpi.Alltoallw(both, &n, &none, &is, both, &n, &none, &is, alone);
    default: return MPI_SUCCESS;
    }
}

// Room for more than comes: whoever does not look at both ends first goes on as if nothing were wrong.
int call_with_unequal_ends(collective which, MPI_Comm alone)
{
    const int one = 1, two = 2, none = 0;
    int from = 0, to[2];
    auto is = MPI_INT;
    switch (which) {
    case collective::alltoall: return mpi.Alltoall(&from, one, is, to, two, is, alone);
    case collective::alltoallv: return mpi.Alltoallv(&from, &one, &none, is, to, &two, &none, is, alone);
    default: return mpi.Alltoallw(&from, &one, &none, &is, to, &two, &none, &is, alone);
    }
}

} // namespace

// As the standard has it, where it cannot be asked.
bool refusals::of_equal_buffers(collective which, std::size_t n)
{
    auto count = std::min<std::size_t>(n, most_elements);
    int both[most_elements] = {};
    auto call = [&](MPI_Comm alone) { return call_in_one_buffer(which, both, int(count), alone); };
    return known(answers_[std::size_t(which)][count], call, MPI_ERR_BUFFER);
}

bool refusals::of_unequal_ends(collective which)
{
    auto call = [&](MPI_Comm alone) { return call_with_unequal_ends(which, alone); };
    return known(answers_[std::size_t(which)][ends], call, MPI_SUCCESS);
}

// An answer stands for itself, so it is read without the lock. One question at a time: each changes the handler of
// MPI_COMM_WORLD for a while.
template <class Call> bool refusals::known(std::atomic<answer>& is, Call call, int otherwise)
{
    auto found = is.load(std::memory_order_relaxed);
    if (found != answer::none) return found == answer::yes;
    std::lock_guard held(lock_);
    if (is == answer::none) is = ask_alone(call, otherwise) != MPI_SUCCESS ? answer::yes : answer::no;
    return is == answer::yes;
}

} // namespace hocket

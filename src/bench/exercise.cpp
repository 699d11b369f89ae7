// SPDX-License-Identifier: BSD-3-Clause
#include "bench/allgather_exercise.hpp"
#include "bench/alltoall_exercise.hpp"
#include "bench/barrier_exercise.hpp"
#include "bench/bcast_exercise.hpp"
#include "bench/neighbor_exercise.hpp"
#include "bench/reduction_exercise.hpp"
#include "bench/rooted_exercise.hpp"
#include "bench/wait_exercise.hpp"

namespace hocket::bench {

exercise::exercise(const options& o) : o_(o), places_(o)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
}

std::unique_ptr<exercise> make_exercise(const options& o)
{
    if (o.collective == "bcast") return std::make_unique<bcast_exercise>(o);
    if (o.collective == "barrier") return std::make_unique<barrier_exercise>(o);
    if (o.collective == "wait") return std::make_unique<wait_exercise>(o);
    if (o.between_neighbors()) return std::make_unique<neighbor_exercise>(o);
    if (o.exchanges()) return std::make_unique<alltoall_exercise>(o);
    if (o.collective.starts_with("allgather")) return std::make_unique<allgather_exercise>(o);
    if (o.collective.starts_with("gather") || o.collective.starts_with("scatter"))
        return std::make_unique<rooted_exercise>(o);
    return std::make_unique<reduction_exercise>(o);
}

} // namespace hocket::bench

// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/device_leaders.hpp"
#include "interpose/communicator.hpp"
#include "interpose/process.hpp"
#include "interpose/together.hpp"
#include <algorithm>

namespace hocket {

device_leaders::device_leaders() = default;

device_leaders::~device_leaders()
{
    part();
}

void device_leaders::part()
{
    between_.reset();
    if (comm_ == MPI_COMM_NULL) return;
    mpi.Comm_free(&comm_);
    process::here().count(-1);
}

bool device_leaders::meet(const device_groups& by, int rank, MPI_Comm all)
{
    if (met_ == by.leaders()) return true;
    part();
    met_.clear();
    if (!least_of_all(process::here().has_room(), all, 0)) return false;
    bool leads = by.leader_of(rank) == rank;
    int code = mpi.Comm_split(all, leads ? 0 : MPI_UNDEFINED, rank, &comm_);
    if (!least_of_all(code == MPI_SUCCESS, all, 0)) return false;
    met_ = by.leaders();
    if (!leads) return true;
    process::here().count(1);
    mpi.Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
    between_ = std::make_unique<communicator>(comm_, 0);
    return true;
}

int device_leaders::reduce(reduction_call call, const device_groups& by, int rank, std::byte* part)
{
    auto root = by.leader_of(call.root);
    bool has_result = call.which == collective::allreduce || root == rank;
    call.comm = comm_;
    call.from = has_result ? MPI_IN_PLACE : part;
    call.to = has_result ? part : nullptr;
    call.root = 0;
    for (int i = 0; i < root; ++i) call.root += by.leader_of(i) == i;
    return between_->run(call);
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/device_leaders.hpp"
#include "interpose/communicator.hpp"
#include "interpose/process.hpp"
#include "interpose/together.hpp"

namespace hocket {

device_leaders::device_leaders() : ranks_([](int n) { process::here().count(n); }) {}

device_leaders::~device_leaders()
{
    part();
}

// What belongs to a communicator goes before it.
void device_leaders::part()
{
    std::lock_guard held(lock_);
    between_.reset();
    ranks_.free();
}

void device_leaders::revoke()
{
    std::lock_guard held(lock_);
    is_revoked_ = true;
    ranks_.revoke();
    if (between_) between_->revoke();
}

bool device_leaders::meet(const device_groups& by, int rank, MPI_Comm all)
{
    if (met_ == by.leaders()) return true;
    part();
    met_.clear();
    if (!least_of_all(process::here().has_room(), all, 0)) return false;
    some_ranks made([](int n) { process::here().count(n); });
    if (!made.make(all, by.leader_of(rank) == rank, rank)) return false;
    met_ = by.leaders();
    std::lock_guard held(lock_);
    ranks_.swap(made);
    if (ranks_.comm() == MPI_COMM_NULL) return true;
    between_ = std::make_unique<communicator>(ranks_.comm(), 0);
    if (is_revoked_) ranks_.revoke(), between_->revoke(); // meanwhile
    return true;
}

int device_leaders::reduce(reduction_call call, const reduced_vector& vector, const device_groups& by, int rank,
                           std::byte* part)
{
    auto root = by.leader_of(call.root);
    bool has_result = call.which != collective::reduce || root == rank;
    std::vector<MPI_Count> counts;
    call.comm = ranks_.comm();
    call.from = has_result ? MPI_IN_PLACE : part;
    call.to = has_result ? part : nullptr;
    call.root = 0;
    for (int i = 0; i < root; ++i) call.root += by.leader_of(i) == i;
    if (is_prefix(vector.form)) call.which = collective::exscan;
    if (vector.form == device_form::blocks) {
        for (auto n : by.counts_by_group(vector.blocks)) counts.push_back(MPI_Count(n));
        call.which = collective::reduce_scatter, call.large = true;
        call.count = 0, call.counts = nullptr, call.large_counts = counts.data();
    }
    return between_->run(call);
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// What the program has freed, and nonblocking operations still need.
#include "drive/operators.hpp"
#include "interpose/handlers.hpp"
#include "interpose/inside.hpp"
#include "interpose/process.hpp"
#include <algorithm>
#include <iterator>
#include <utility>

namespace hocket {

bool process::poll()
{
    inside guard;
    return here().nonblocking_.poll();
}

void process::drop(MPI_Comm comm)
{
    auto gone = communicators_.take(comm);
    std::vector<std::unique_ptr<communicator>> empty;
    std::lock_guard held(lock_);
    if (gone && gone->has_in_flight()) leaving_.push_back(std::move(gone));
    auto done = std::ranges::partition(leaving_, [](auto& one) { return one->has_in_flight(); });
    std::ranges::move(done, std::back_inserter(empty));
    leaving_.erase(done.begin(), done.end());
}

void process::keep_type(MPI_Datatype type)
{
    std::lock_guard held(lock_);
    kept_types_.push_back(type);
    ++kept_;
}

void process::keep_op(MPI_Op op)
{
    std::lock_guard held(lock_);
    kept_ops_.push_back(op);
    ++kept_;
}

void process::free_kept()
{
    if (kept_ == 0 || nonblocking_.in_flight() > 0) return;
    std::lock_guard held(lock_);
    kept_ = 0;
    for (auto& type : std::exchange(kept_types_, {})) mpi.Type_free(&type);
    for (auto& op : std::exchange(kept_ops_, {})) mpi.Op_free(&op);
}

namespace handle {

namespace {

// Not while an operation may need it.
bool has_to_wait()
{
    auto& all = process::here();
    bool waits = !inside::now() && all.nonblocking().in_flight() > 0;
    if (!waits) all.free_kept();
    return waits;
}

} // namespace

// What is not the program's to free is the library's to refuse.
int Type_free(MPI_Datatype* type)
{
    if (!type || *type == MPI_DATATYPE_NULL || !has_to_wait() || is_named(*type)) return mpi.Type_free(type);
    process::here().keep_type(std::exchange(*type, MPI_DATATYPE_NULL));
    return MPI_SUCCESS;
}

int Op_free(MPI_Op* op)
{
    if (!op || is_predefined(*op) || !has_to_wait()) return mpi.Op_free(op);
    process::here().keep_op(std::exchange(*op, MPI_OP_NULL));
    return MPI_SUCCESS;
}

} // namespace handle

} // namespace hocket

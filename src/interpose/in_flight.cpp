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
    std::erase_if(kept_types_,
                  [this](auto& type) { return !persistent_.uses_type(type) && mpi.Type_free(&type) == MPI_SUCCESS; });
    std::erase_if(kept_ops_, [this](auto& op) { return !persistent_.uses_op(op) && mpi.Op_free(&op) == MPI_SUCCESS; });
    kept_ = int(kept_types_.size() + kept_ops_.size());
}

namespace handle {

namespace {

// An operation that is in flight may need it, and so may a persistent one.
bool has_to_wait(bool is_used)
{
    return is_used || process::here().nonblocking().in_flight() > 0;
}

} // namespace

// What is not the program's to free is the library's to refuse.
int Type_free(MPI_Datatype* type)
{
    auto& all = process::here();
    if (inside::now() || !type || *type == MPI_DATATYPE_NULL) return mpi.Type_free(type);
    all.free_kept();
    if (!has_to_wait(all.persistent().uses_type(*type)) || is_named(*type)) return mpi.Type_free(type);
    all.keep_type(std::exchange(*type, MPI_DATATYPE_NULL));
    return MPI_SUCCESS;
}

int Op_free(MPI_Op* op)
{
    auto& all = process::here();
    if (inside::now() || !op || is_predefined(*op)) return mpi.Op_free(op);
    all.free_kept();
    if (!has_to_wait(all.persistent().uses_op(*op))) return mpi.Op_free(op);
    all.keep_op(std::exchange(*op, MPI_OP_NULL));
    return MPI_SUCCESS;
}

} // namespace handle

} // namespace hocket

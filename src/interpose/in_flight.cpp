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

namespace {

template <class List, class Condition> void take_if(List& from, List& into, Condition holds)
{
    auto gone = std::ranges::partition(from, [&](auto& one) { return !holds(one); });
    std::ranges::move(gone, std::back_inserter(into));
    from.erase(gone.begin(), gone.end());
}

} // namespace

bool process::poll()
{
    inside guard;
    bool moved = here().casts_.poll();
    return here().nonblocking_.poll() || moved;
}

void process::drop(MPI_Comm comm)
{
    auto gone = communicators_.take(comm);
    if (gone && gone->has_in_flight()) {
        std::lock_guard held(lock_);
        leaving_.push_back(std::move(gone));
    }
    let_go();
}

void process::let_go()
{
    std::vector<std::unique_ptr<communicator>> ended;
    std::lock_guard held(lock_);
    take_if(leaving_, ended, [](auto& one) { return !one->has_in_flight(); });
}

void process::keep_type(MPI_Datatype type)
{
    std::lock_guard held(lock_);
    kept_types_.emplace_back(type, nonblocking_.newest());
    ++kept_;
}

void process::keep_op(MPI_Op op)
{
    std::lock_guard held(lock_);
    kept_ops_.emplace_back(op, nonblocking_.newest());
    ++kept_;
}

// Without the lock: what the library calls when a type goes may free another one.
void process::free_kept()
{
    if (kept_ == 0) return;
    inside guard;
    auto oldest = nonblocking_.oldest();
    decltype(kept_types_) types;
    decltype(kept_ops_) ops;
    {
        std::lock_guard held(lock_);
        take_if(kept_types_, types,
                [&](auto& one) { return one.second < oldest && !persistent_.uses_type(one.first); });
        take_if(kept_ops_, ops, [&](auto& one) { return one.second < oldest && !persistent_.uses_op(one.first); });
        kept_ = int(kept_types_.size() + kept_ops_.size());
    }
    for (auto& one : types) mpi.Type_free(&one.first);
    for (auto& one : ops) mpi.Op_free(&one.first);
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

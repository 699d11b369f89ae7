// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "interpose/together.hpp"
#include <utility>

namespace hocket {

// A communicator of some ranks of another one, which returns errors.
class some_ranks {
public:
    // `count` hears how many communicators come and go, which there is a budget for.
    explicit some_ranks(void (*count)(int)) : count_(count) {}
    ~some_ranks() { free(); }
    some_ranks(const some_ranks&) = delete;
    some_ranks& operator=(const some_ranks&) = delete;

    // By all ranks of `all`, in the place of what there was. False on every one of them: none has one, also where the
    // library gave one to some.
    bool make(MPI_Comm all, bool is_one, int rank)
    {
        free();
        MPI_Comm made = MPI_COMM_NULL;
        int code = mpi.Comm_split(all, is_one ? 0 : MPI_UNDEFINED, rank, &made);
        if (code == MPI_SUCCESS && made != MPI_COMM_NULL) {
            comm_ = made;
            count_(1);
            code = mpi.Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
        }
        if (least_of_all(code == MPI_SUCCESS, all, 0)) return true;
        free();
        return false;
    }
    void free()
    {
        if (comm_ == MPI_COMM_NULL) return;
        mpi.Comm_free(&comm_);
        comm_ = MPI_COMM_NULL;
        count_(-1);
    }
    // Where the library can: whoever waits for a message on it ends in an error.
    void revoke() const
    {
        if (comm_ != MPI_COMM_NULL && mpi.Comm_revoke) mpi.Comm_revoke(comm_);
    }
    void swap(some_ranks& other) noexcept { std::swap(comm_, other.comm_); } // of the same budget
    MPI_Comm comm() const { return comm_; } // null: this rank is none of them

private:
    void (*count_)(int);
    MPI_Comm comm_ = MPI_COMM_NULL;
};

} // namespace hocket

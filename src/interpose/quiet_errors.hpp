// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/mpi/mpi.hpp"

namespace hocket {

// Lets errors on a communicator of the user's come back to us for a while, also those of other threads on it.
class quiet_errors {
public:
    explicit quiet_errors(MPI_Comm comm) : comm_(comm)
    {
        mpi.Comm_get_errhandler(comm_, &users_);
        mpi.Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
    }
    ~quiet_errors()
    {
        mpi.Comm_set_errhandler(comm_, users_);
        mpi.Errhandler_free(&users_);
    }
    quiet_errors(const quiet_errors&) = delete;
    quiet_errors& operator=(const quiet_errors&) = delete;

private:
    MPI_Comm comm_;
    MPI_Errhandler users_{};
};

} // namespace hocket

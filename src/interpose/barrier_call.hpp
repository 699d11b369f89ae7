// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "interpose/collective.hpp"
#include "interpose/later_form.hpp"

namespace hocket {

// MPI_Barrier in any form.
struct barrier_call {
    static constexpr auto which = collective::barrier;
    MPI_Comm comm;
    later_form later{};

    int native() const
    {
        return later ? call_library_later(later, mpi.Ibarrier, mpi.Barrier_init, comm) : mpi.Barrier(comm);
    }
};

} // namespace hocket

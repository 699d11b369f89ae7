// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "interpose/collective.hpp"
#include "interpose/known_call.hpp"
#include "interpose/later_form.hpp"

namespace hocket {

// MPI_Barrier in any form.
struct barrier_call {
    static constexpr auto which = collective::barrier;
    MPI_Comm comm;
    later_form later{};

    // For calls like one before (interpose/known_call.hpp): may they go by that, is this one of them, and so it runs.
    bool remember(known_call&) const { return true; }
    bool is_like(const known_call&, int, int) const { return !later; }
    void run_now(net on, const known_call& like, prompt& by) const { like.run(on, nothing(), by); }

    int native() const
    {
        return later ? call_library_later(later, mpi.Ibarrier, mpi.Barrier_init, comm) : mpi.Barrier(comm);
    }
};

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/blocking.hpp"
#include "net/prompt.hpp"
#include <optional>

namespace hocket {

// Of one operation, which waits as waits() says, where anything has to be waited for.
template <class Waits> class prompt_port final : public prompt {
public:
    prompt_port(mpi_port& port, Waits waits) : port_(port), waits_(waits) {}
    bool now(request& r) override
    {
        completion done;
        r.done = &done;
        if (!port_.post(r)) return wait(r, done);
        r.done = nullptr;
        return true;
    }
    bool now(task work) override
    {
        return run_blocking(port_, std::move(work), how(), [] {}) == MPI_SUCCESS;
    }

private:
    [[gnu::noinline]] bool wait(request& r, completion& done)
    {
        if (wait_for(done, port_, how()) == MPI_SUCCESS) return true;
        if (r.in_flight()) port_.cancel(r);
        return false;
    }

    // One for all: what a rank remembers of its processor is counted in operations.
    waiter& how()
    {
        if (how_) how_->reset();
        else how_.emplace(waits_());
        return *how_;
    }

    mpi_port& port_;
    Waits waits_;
    std::optional<waiter> how_;
};

} // namespace hocket

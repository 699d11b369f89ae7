// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/blocking.hpp"
#include "net/prompt.hpp"

namespace hocket {

// Whoever uses it waits as waits() says, where anything has to be waited for.
template <class Waits> class prompt_port final : public prompt {
public:
    prompt_port(mpi_port& port, Waits waits) : port_(port), waits_(waits) {}
    bool now(request& r) override
    {
        completion done;
        r.done = &done;
        return port_.post(r) || wait(r, done);
    }
    bool now(task work) override
    {
        auto how = waits_();
        return run_blocking(port_, std::move(work), how, [] {}) == MPI_SUCCESS;
    }

private:
    [[gnu::noinline]] bool wait(request& r, completion& done)
    {
        auto how = waits_();
        if (wait_for(done, port_, how) == MPI_SUCCESS) return true;
        if (r.in_flight()) port_.cancel(r);
        return false;
    }

    mpi_port& port_;
    Waits waits_;
};

} // namespace hocket

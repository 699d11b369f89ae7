// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "async/task.hpp"
#include "drive/waiter.hpp"
#include "transports/engine.hpp"

namespace hocket {

// Runs a task to its end, or destroys it at the first failure. Returns the engine's failure, 0 for success.
inline int run_blocking(engine& on, task work, waiter& wait)
{
    completion done;
    work.start(done);
    while (!done.done() && !on.failure()) {
        if (on.progress()) wait.reset();
        else wait.pause();
    }
    return on.failure();
}

} // namespace hocket

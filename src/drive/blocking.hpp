// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "async/task.hpp"
#include "transports/mpi/mpi_port.hpp"
#include "transports/shared/waiter.hpp"
#include <utility>

namespace hocket {

// Returns the engine's failure, 0 for success.
inline int wait_for(const completion& done, engine& on, waiter& wait)
{
    for (bool slept = false; !done.done() && !on.failure();) {
        if (on.progress(std::exchange(slept, false))) wait.reset();
        else slept = wait.pause([&on] { return on.awaits_messages_only(); });
    }
    return on.failure();
}

// Runs a task to its end, or destroys it at the first failure. meanwhile() is called once, when its first messages are
// under way or all has ended already, and may fail the engine. Returns the engine's failure, 0 for success.
template <class Meanwhile> int run_blocking(engine& on, task work, waiter& wait, Meanwhile meanwhile)
{
    completion done;
    work.start(done);
    if (!on.failure()) meanwhile();
    return wait_for(done, on, wait);
}

// A whole operation on the data of a call. Data have of picture(), before(), meanwhile() and after() what they need.
// Returns the port's failure, 0 for success.
template <class Data, class Start> int run_blocking(mpi_port& on, Data& data, Start start, waiter& wait)
{
    if constexpr (requires { data.picture(); }) on.begin(data.picture());
    else on.begin(nullptr);
    if constexpr (requires { data.before(); }) data.before();
    auto meanwhile = [&data] {
        if constexpr (requires { data.meanwhile(); }) data.meanwhile();
    };
    if (run_blocking(on, start(data), wait, meanwhile) == 0)
        if constexpr (requires { data.after(); }) data.after();
    on.end();
    return on.failure();
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#include "drive/blocking.hpp"
#include "interpose/communicator.hpp"
#include "interpose/inside.hpp"

namespace hocket {

int communicator::run(const barrier_call& call)
{
    if (native_ || (settled_ && of(collective::barrier).never_ours)) return call.native();
    if (!settled_ && !settle()) return call.native();
    auto& made = decide(collective::barrier, 0);
    if (is_native(made)) return call.native();
    inside guard;
    return watched_ ? run_watched(made, call) : run(made.plan, call);
}

int communicator::run(const bound_plan& plan, const barrier_call& call)
{
    if (plan.runs != way::own || !prepare(plan)) return call.native();
    auto& port = private_->port();
    if (port.failure()) return give_up(port.failure());
    port.begin(nullptr);
    waiter wait(crowded_);
    run_blocking(port, plan.as<nothing>().start(net(port, rank_, size_), nothing()), wait);
    port.end();
    return port.failure() ? give_up(port.failure()) : MPI_SUCCESS;
}

} // namespace hocket

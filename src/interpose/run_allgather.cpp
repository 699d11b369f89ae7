// SPDX-License-Identifier: BSD-3-Clause
#include "drive/blocking.hpp"
#include "interpose/agreement.hpp"
#include "interpose/communicator.hpp"
#include "interpose/inside.hpp"

namespace hocket {

int communicator::run(const allgather_call& call)
{
    if (native_ || (settled_ && of(call.which).never_ours)) return call.native();
    auto user = call.judge(rank_, size_);
    if (!user || (!settled_ && !settle())) return call.native();
    auto& made = decide(call.which, call.bytes_of(*user));
    if (is_native(made)) return call.native();
    inside guard;
    return watched_ ? run_watched(made, call, *user) : run(made.plan, call, *user);
}

int communicator::run(const bound_plan& plan, const allgather_call& call, const allgather_user& user)
{
    if (plan.runs != way::own) return call.native();
    if (user.size == 0) return MPI_SUCCESS; // on every rank: nothing moves
    if (!prepare(plan)) return call.native();
    auto& port = private_->port();
    if (port.failure()) return give_up(port.failure());
    allgather_data data(port, user);
    port.begin(nullptr);
    waiter wait(crowded_);
    data.before();
    if (run_blocking(port, plan.as<blocks>().start(net(port, rank_, size_), data.vector()), wait) == 0) data.after();
    port.end();
    if (auto& found = port.disagreement()) complain(function_of(call.which) + ": " + call.disagreement(*found));
    return port.failure() ? give_up(port.failure()) : MPI_SUCCESS;
}

} // namespace hocket

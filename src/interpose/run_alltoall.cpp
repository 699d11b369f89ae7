// SPDX-License-Identifier: BSD-3-Clause
// Alltoallv and alltoallw, where a rank knows only its own sizes, choose for size 0: no choice may depend on them.
#include "interpose/drive.hpp"

namespace hocket {

int communicator::run(const alltoall_call& call)
{
    return run_judged(call);
}

int communicator::run(const bound_plan& plan, const alltoall_call& call, const alltoall_user& user)
{
    if (plan.runs != way::own) return call.native();
    if (user.each && *user.each == 0) return move_nothing(call); // on every rank
    if (!prepare(plan, call)) return call.native();
    remember(plan, call, user);
    auto start = [&plan](net on, const alltoall_data& data) {
        return plan.as<exchanged_blocks>().start(on, data.exchanged());
    };
    return drive<alltoall_data>(call, start, user, plan.runs_in_place);
}

} // namespace hocket

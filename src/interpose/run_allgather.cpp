// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/drive.hpp"

namespace hocket {

int communicator::run(const allgather_call& call)
{
    return run_judged(call);
}

int communicator::run(const bound_plan& plan, const allgather_call& call, const allgather_user& user)
{
    if (plan.runs != way::own) return call.native();
    if (user.size == 0) return move_nothing(call); // on every rank
    if (!prepare(plan, call)) return call.native();
    remember(plan, call, user);
    auto start = [&plan](net on, const allgather_data& data) { return plan.as<blocks>().start(on, data.vector()); };
    return drive<allgather_data>(call, start, user);
}

} // namespace hocket

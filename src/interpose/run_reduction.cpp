// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/drive.hpp"
#include "interpose/process.hpp"

namespace hocket {

namespace {

// An operator that must keep the order of ranks gets its result on rank 0, whatever the root.
task started(net on, const bound_plan& plan, const reduction_call& call, const reduction_user& user,
             const reduction_data& data)
{
    if (user.scatters) return plan.as<scattered_operands>().start(on, data.scattered());
    auto& algorithm = plan.as<operands>();
    if (call.which != collective::reduce) return algorithm.start(on, data.whole());
    bool any_order = user.how.commutative && !process::here().by().reproducible;
    if (any_order) return algorithm.start(on.rooted(call.root), data.whole());
    return reduce_in_order(on, &algorithm, data.whole(), call.root);
}

} // namespace

int communicator::run(const reduction_call& call)
{
    return run_judged(call);
}

int communicator::run(const bound_plan& plan, const reduction_call& call, const reduction_user& user)
{
    if (plan.runs != way::own) return call.native();
    if (user.count == 0) return move_nothing(call); // on every rank
    if (!prepare(plan, call)) return call.native();
    auto start = [&](net on, const reduction_data& data) { return started(on, plan, call, user, data); };
    return drive<reduction_data>(call, start, user);
}

} // namespace hocket

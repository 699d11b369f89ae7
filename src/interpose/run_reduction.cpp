// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/drive.hpp"
#include "interpose/process.hpp"

namespace hocket {

namespace {

// An operator that must keep the order of ranks gets its result on rank 0, whatever the root.
struct reduction_start {
    const bound_plan& plan;
    collective which;
    int root;
    bool any_order;

    task operator()(net on, const reduction_data& data) const
    {
        if (which == collective::reduce_scatter || which == collective::reduce_scatter_block)
            return plan.as<scattered_operands>().start(on, data.scattered());
        auto& algorithm = plan.as<operands>();
        if (which != collective::reduce) return algorithm.start(on, data.whole());
        if (any_order) return algorithm.start(on.rooted(root), data.whole());
        return reduce_in_order(on, &algorithm, data.whole(), root);
    }
};

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
    remember(plan, call, user);
    bool any_order = user.how.commutative && !process::here().by().reproducible;
    return drive<reduction_data>(call, reduction_start{plan, call.which, call.root, any_order}, user);
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
// Gather and scatter. Where only the root knows the sizes, a choice is asked for size 0: it must not depend on them.
#include "interpose/drive.hpp"

namespace hocket {

int communicator::run(const rooted_call& call)
{
    return run_judged(call);
}

int communicator::run(const bound_plan& plan, const rooted_call& call, const rooted_user& user)
{
    if (plan.runs == way::native) return call.native();
    if (plan.runs == way::native_nonblocking) return call.later ? call.native() : call.native_nonblocking();
    if (user.block && *user.block == 0) return move_nothing(call); // on every rank
    if (!prepare(plan, call)) return call.native();
    remember(plan, call, user);
    auto start = [&plan, root = call.root](net on, const rooted_data& data) {
        return plan.as<rooted_blocks>().start(on.rooted(root), data.blocks());
    };
    return drive<rooted_data>(call, start, user);
}

} // namespace hocket

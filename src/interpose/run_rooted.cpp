// SPDX-License-Identifier: BSD-3-Clause
// Gather and scatter. Where only the root knows the sizes, a choice is asked for size 0: it must not depend on them.
#include "interpose/drive.hpp"
#include "interpose/inside.hpp"

namespace hocket {

int communicator::run(const rooted_call& call)
{
    if (native_) return call.native();
    // The arguments need no look where the library gets them anyhow.
    if (settled_ && of(call.which).never_ours) return call.native();
    auto user = call.judge(rank_, size_);
    if (!user || (!settled_ && !settle())) return call.native();
    auto& made = decide(call.which, user->block.value_or(0));
    if (is_native(made)) return call.native();
    inside guard;
    return watched_ ? run_watched(made, call, *user) : run(made.plan, call, *user);
}

int communicator::run(const bound_plan& plan, const rooted_call& call, const rooted_user& user)
{
    if (plan.runs == way::native) return call.native();
    if (plan.runs == way::native_nonblocking) return call.native_nonblocking();
    if (user.block && *user.block == 0) return MPI_SUCCESS; // on every rank: nothing moves
    if (!prepare(plan)) return call.native();
    auto start = [&](net on, const rooted_data& data) {
        return plan.as<rooted_blocks>().start(on.rooted(call.root), data.blocks());
    };
    return drive<rooted_data>(call, start, user);
}

} // namespace hocket

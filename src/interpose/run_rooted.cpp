// SPDX-License-Identifier: BSD-3-Clause
// Gather and scatter. Where only the root knows the sizes, a choice is asked for size 0: it must not depend on them.
#include "drive/blocking.hpp"
#include "interpose/agreement.hpp"
#include "interpose/communicator.hpp"
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
    return run_own(plan.as<rooted_blocks>(), call, user);
}

int communicator::run_own(const gather_algorithm& algorithm, const rooted_call& call, const rooted_user& user)
{
    auto& port = private_->port();
    if (port.failure()) return give_up(port.failure());
    rooted_data data(port, user);
    port.begin(data.picture());
    waiter wait(crowded_);
    data.before();
    if (run_blocking(port, algorithm.start(net(port, rank_, size_).rooted(call.root), data.blocks()), wait) == 0)
        data.after();
    port.end();
    if (!port.failure()) return MPI_SUCCESS;
    name_disagreement(call);
    return give_up(port.failure());
}

// On the rank that has found it.
void communicator::name_disagreement(const rooted_call& call) const
{
    auto& found = private_->port().disagreement();
    if (!found) return;
    complain(function_of(call.which) + ": " + call.disagreement(found->rank, found->announced, found->expected));
}

} // namespace hocket

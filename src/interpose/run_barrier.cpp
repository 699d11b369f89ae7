// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/drive.hpp"
#include "interpose/inside.hpp"

namespace hocket {

namespace {

struct no_data {
    explicit no_data(mpi_port&) {}
    bool serves_again() const { return true; }
};

} // namespace

int communicator::run(const barrier_call& call)
{
    if (auto* like = known_like(call)) return run_now(call, *like);
    count(call);
    if (native_ || is_left_to_library(call)) return call.native();
    if ((settled_ && of(collective::barrier).never_ours && !call.later)) return call.native();
    if (!is_ready(call)) return call.native();
    auto how = form_of(call);
    auto& made = decide(collective::barrier, 0, true, how);
    if (is_native(made)) return call.native();
    inside guard;
    if (call.later) return run_later(made, {collective::barrier, 0, true, how}, call);
    return watched_ ? run_watched(made, call) : run(made.plan, call);
}

int communicator::run(const bound_plan& plan, const barrier_call& call)
{
    if (plan.runs != way::own || !prepare(plan, call)) return call.native();
    remember(plan, call);
    auto start = [&plan](net on, const no_data&) { return plan.as<nothing>().start(on, nothing()); };
    return drive<no_data>(call, start);
}

} // namespace hocket

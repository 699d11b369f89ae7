// SPDX-License-Identifier: BSD-3-Clause
// Neighborhood collectives: where a rank knows only its own sizes, choices are for size 0.
#include "interpose/drive.hpp"

namespace hocket {

int communicator::run(const neighbor_call& call)
{
    if (native_ || !knows_neighbors(bool(call.later))) return call.native();
    auto known = call;
    known.on = topology_.get();
    return run_judged(known);
}

int communicator::run(const bound_plan& plan, const neighbor_call& call, const neighbor_user& user)
{
    if (plan.runs != way::own) return call.native();
    if (user.each && *user.each == 0) return move_nothing(call); // on every rank
    if (!prepare(plan, call)) return call.native();
    auto start = [&plan](net on, const neighbor_data& data) {
        return plan.as<neighbor_blocks>().start(on, data.blocks());
    };
    return drive<neighbor_data>(call, start, user);
}

bool communicator::may_choose_neighbors()
{
    auto& by = process::here().by();
    return std::ranges::any_of(all_collectives, [&](auto c) {
        auto& name = name_of(c);
        if (!has_neighbors(name) || !chooser::needs_layout(name, by, of(c).hint)) return false;
        bool asked = !of(c).hint.empty() || !by.forced_for(name).empty() || !by.forced_for("i" + name).empty();
        return asked || by.rules || where_->nodes() > 1; // the model leaves one node to the library
    });
}

// Collective the first time: at a blocking call, or when the communicator is made.
bool communicator::knows_neighbors(bool later)
{
    if (topology_) return true;
    if (later || (settled_ && has_looked_around_)) return false;
    if (!settled_ && !settle()) return false;
    has_looked_around_ = true;
    inside guard;
    if (!where_ || !may_choose_neighbors()) return false;
    if (auto around = neighbors_in(comm_)) topology_ = prepare_topology(comm_, rank_, *where_, *std::move(around));
    return topology_ != nullptr;
}

} // namespace hocket

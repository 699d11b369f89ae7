// SPDX-License-Identifier: BSD-3-Clause
#include "drive/packing.hpp"
#include "interpose/drive.hpp"
#include "interpose/inside.hpp"

namespace hocket {

namespace {

// With the names that the data of other collectives have.
class bcast_data {
public:
    bcast_data(mpi_port& port, const user_data& user, bool at_root)
        : is_(port, user, at_root ? packed::role::source : packed::role::target)
    {
    }
    bool is_usable() const { return is_.is_usable(); }
    bool serves_again() const { return is_.serves_again(); }
    bytes whole() const { return is_.data(); }
    staging* picture() { return is_.picture(); }
    void after() { is_.finish(); }

private:
    packed is_;
};

} // namespace

int communicator::run(const bcast_call& call)
{
    if (auto* like = known_like(call)) return run_now(call, *like);
    std::size_t element = 0;
    if (!native_ && is_surely_native(collective::bcast, call)) return call.native();
    count(call);
    if (native_ || is_left_to_library(call) || !call.is_sound(size_, element)) return call.native();
    if (!is_ready(call)) return call.native();
    auto n = std::size_t(call.count) * element;
    auto how = form_of(call);
    auto& made = decide(collective::bcast, n, true, how);
    if (is_native(made)) return call.native();
    inside guard;
    auto go = [&](const bcast_call& it) {
        if (it.later) return run_later(made, {collective::bcast, n, true, how}, it, element);
        return watched_ ? run_watched(made, it, element) : run(made.plan, it, element);
    };
    return process::here().accelerators().any() ? go_on_host_memory(call, go) : go(call);
}

int communicator::run(const bound_plan& plan, const bcast_call& call, std::size_t element)
{
    if (plan.runs == way::native) return call.native();
    if (plan.runs == way::native_nonblocking) return call.later ? call.native() : call.native_nonblocking();
    if (call.count == 0 || element == 0) return move_nothing(call); // on every rank
    if (!prepare(plan, call)) return call.native();
    remember(plan, call, element);
    auto start = [&plan, root = call.root](net on, const bcast_data& data) {
        return plan.as<bytes>().start(on.rooted(root), data.whole());
    };
    user_data user{call.at, std::size_t(call.count), call.type, element};
    return drive<bcast_data>(call, start, user, rank_ == call.root);
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/blocking.hpp"
#include "drive/prompt_port.hpp"
#include "interpose/agreement.hpp"
#include "interpose/communicator.hpp"
#include "interpose/explain.hpp"
#include "interpose/handles_of.hpp"
#include "interpose/inside.hpp"
#include "interpose/near_devices.hpp"
#include "interpose/process.hpp"

namespace hocket {

// The arguments need no look where the library gets them anyhow.
template <class Call> int communicator::run_judged(const Call& call)
{
    if constexpr (requires(const known_call& like) { call.is_like(like, 0, 0); })
        if (auto* like = known_like(call)) return run_now(call, *like);
    count(call);
    if (native_ || is_left_to_library(call)) return call.native();
    if (call.later && process::here().lists_stay_native() && call.has_list()) return call.native();
    if (settled_ && of(call.which).never_ours && !call.later) return call.native();
    if (is_surely_native(call.which, call)) return call.native();
    auto user = call.judge(rank_, size_);
    if (!user || !is_ready(call)) return call.native();
    bool commutative = true;
    if constexpr (requires { user->how.commutative; }) commutative = user->how.commutative;
    auto how = form_of(call);
    auto& made = decide(call.which, call.bytes_of(*user), commutative, how);
    if (is_native(made)) return call.native();
    inside guard;
    auto go = [&](const Call& it, const auto& of) {
        if (it.later) return run_later(made, {it.which, it.bytes_of(of), commutative, how}, it, of);
        return watched_ ? run_watched(made, it, of) : run(made.plan, it, of);
    };
    if (!process::here().accelerators().any()) [[likely]]
        return go(call, *user);
    return go_on_host_memory(call, [&](const Call& host) {
        auto again = host.judge(rank_, size_);
        return again ? go(host, *again) : host.native();
    });
}

template <class Call> const known_call* communicator::known_like(const Call& call)
{
    auto& known = of(call.which).last;
    bool holds = known.is_any() && settled_ && !native_ && call.is_like(known, rank_, size_);
    return holds && !private_->port().failure() && !process::here().accelerators().any() ? &known : nullptr;
}

// Nothing is staged, and so the port has been left by its last end().
template <class Call> int communicator::run_now(const Call& call, const known_call& like)
{
    inside guard;
    auto& port = private_->port();
    prompt_port by(port, [this] { return waits(); });
    counts_.own(call.which);
    prepared_ = &like.text();
    call.run_now(net(port, rank_, size_), like, by);
    port.end();
    return port.failure() ? give_up(port.failure()) : MPI_SUCCESS;
}

// For the next ones, once prepare() has succeeded.
template <class Call, class... User>
void communicator::remember(const bound_plan& plan, const Call& call, const User&... user)
{
    auto& all = process::here();
    bool counts = calls_until_shared_ > 0 || is_watched_each_time(all.by()); // each call has to be seen
    if (call.later || counts || asks_for_multicast() || plan.uses_native || all.accelerators().any()) return;
    known_call one(plan);
    of(call.which).last = call.remember(one, user...) ? one : known_call();
}

// Blocking calls have been staged already, unless the library takes them as they are.
template <class Call, class Go> int communicator::go_on_host_memory(const Call& call, Go go)
{
    if (call.later) return start_on_images(*this, call, go);
    return process::here().library_reads_devices() ? run_on_images(*this, call, go) : go(call);
}

// Told of when it starts, and not verified.
template <class Call, class... User>
int communicator::run_later(const decision& made, const call_size& size, const Call& call, const User&... user)
{
    if (watched_) announce_later(made, size);
    return process::here().by().dry ? call.native() : run(made.plan, call, user...);
}

// An algorithm of ours on the data that `user` describes, once prepare() has succeeded. `start` makes the task, from
// the ranks and the data. The rank that has found a disagreement names it. A type never committed is refused before any
// rank waits for another; the library itself, asked for that, may crash.
template <class Data, class Call, class Start, class... User>
int communicator::drive(const Call& call, Start start, const User&... user)
{
    counts_.own(call.which);
    if (call.later) return set_off<Data>(call, start, user...);
    auto& port = private_->port();
    if (port.failure()) return give_up(port.failure());
    Data data(port, user...);
    if constexpr (requires { data.is_usable(); })
        if (!data.is_usable()) return port.end(), give_up(MPI_ERR_TYPE);
    auto wait = waits();
    auto on_all = [&](const Data& made) { return start(net(port, rank_, size_), made); };
    if (run_blocking(port, data, on_all, wait) == MPI_SUCCESS) return MPI_SUCCESS;
    if constexpr (requires(disagreement_of found) { call.disagreement(found); })
        if (auto& found = port.disagreement()) complain(function_of(call.which) + ": " + call.disagreement(*found));
    return give_up(port.failure());
}

// The same while the program goes on: at once, or whenever it starts the request.
template <class Data, class Call, class Start, class... User>
int communicator::set_off(const Call& call, Start start, const User&... user)
{
    auto& all = process::here();
    auto& engine = all.nonblocking();
    if (auto code = private_->port().failure()) return give_up(code);
    if (auto code = tags_->failure()) return give_up(code);
    auto on_all = [start, rank = rank_, size = size_](mpi_port& port, const Data& made) {
        return start(net(port, rank, size), made);
    };
    int range = call.later.persistent ? tags_->next_lasting() : tags_->next();
    auto one = std::make_unique<nonblocking_on<Data, decltype(on_all), User...>>(seat_of(range, call.later.persistent),
                                                                                 *tags_, range, on_all, user...);
    if (!one->is_usable()) return engine.drop(std::move(one)), give_up(MPI_ERR_TYPE);
    one->ends_with(private_->port().multicast());
    if (call.later.staged) one->keep(std::move(*call.later.staged->around));
    int code = call.later.persistent ? all.persistent().add(std::move(one), handles_of(call, size_), call.later.request)
                                     : engine.start(std::move(one), comm_, call.later.request);
    return code == MPI_SUCCESS ? code : give_up(code);
}

} // namespace hocket

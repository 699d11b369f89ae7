// SPDX-License-Identifier: BSD-3-Clause
// Calls that are explained, tried dry or verified.
#include "interpose/communicator.hpp"
#include "interpose/explain.hpp"
#include "interpose/process.hpp"
#include "interpose/verify.hpp"
#include <utility>

namespace hocket {

namespace {

std::string place_text(const std::optional<layout>& where, int ranks)
{
    auto text = std::to_string(ranks) + " ranks";
    if (!where) return text;
    return text + ", " + std::to_string(where->nodes()) + (where->nodes() == 1 ? " node" : " nodes") + " (" +
           where->text() + ")";
}

decision left_to_library(std::string because)
{
    decision made{};
    made.to = std::numeric_limits<std::size_t>::max();
    made.plan.text = "native";
    made.plan.runs = way::native;
    made.reason = std::move(because);
    return made;
}

} // namespace

// "ibcast"
std::string communicator::call_size::name() const
{
    return (how == form::blocking ? "" : "i") + name_of(which);
}

// "bcast 40 bytes"; "gatherv", "alltoallv", whose choice knows no sizes.
std::string communicator::call_size::text() const
{
    return bytes ? name() + " " + std::to_string(*bytes) + " bytes" : name();
}

void communicator::watch_again()
{
    auto& by = process::here().by();
    if (!settled_) return;
    if (std::exchange(watched_, is_watched(by)) != is_watched(by)) return forget_choices();
    announced_.clear(); // what ranks try together goes on
    for (auto& one : choices_) one.last = {};
}

const decision* communicator::would_run(collective what, std::size_t n, std::string& why)
{
    static const auto alone = left_to_library("nothing of Hocket's runs on this communicator");
    static const auto apart = left_to_library("nothing of Hocket's runs in this topology");
    if (native_) return &alone;
    bool around = has_neighbors(name_of(what));
    if (settled_ && around && !topology_ && has_looked_around_) return &apart;
    if (settled_ && (!around || topology_)) return &choice_of(what, n);
    why = around ? "no blocking neighborhood collective has run on this communicator yet"
                 : "no collective has run on this communicator yet";
    why += ": its ranks have agreed on nothing";
    return nullptr;
}

// Once per decision, when it is first used.
void communicator::announce(const decision& made, const call_size& size, const char* more)
{
    auto& by = process::here().by();
    if (rank_ != 0 || !announced_.insert(&made).second) return;
    auto text = size.text() + " on " + place_text(where_, size_) + ": " + made.plan.text + " [" + made.reason + "]" +
                (by.dry ? ", dry: native runs" : more);
    explain(by, explains_all(by) ? text + circumstances_of(made, size) : text);
}

// "; communicator 2, 33 to 64 bytes; next ring, 1.30 times its declared time; ..."
std::string communicator::circumstances_of(const decision& made, const call_size& size)
{
    auto text = "; communicator " + std::to_string(born_);
    if (made.to > made.from && made.to < range().high)
        text += ", " + std::to_string(made.from) + " to " + std::to_string(made.to - 1) + " bytes";
    auto& choose = chooser_of(size.which, size.commutative, size.how);
    return choose && where_ ? text + choose->alternatives_to(made, size.bytes.value_or(0)) : text;
}

void communicator::count_told(const bound_plan& plan, const call_size& size) const
{
    auto& all = process::here();
    all.count_told(size.name(), all.by().dry || native_ ? "native" : plan.text);
}

void communicator::announce_later(const decision& made, call_size size)
{
    if (size.which == collective::barrier || irregular(name_of(size.which))) size.bytes.reset();
    bool waits = made.plan.runs == way::own && !can_set_off(made.plan);
    bool unseen = process::here().by().verify && !waits && !is_native(made);
    if (explains_all(process::here().by())) count_told(made.plan, size);
    announce(made, size, waits ? ", but native here" : unseen ? ", not verified" : "");
}

// As the plan has it, or the library where the run is dry, or what is tried against it.
template <class Call, class... User>
int communicator::run_told(const decision& made, const call_size& size, const Call& call, const User&... user)
{
    announce(made, size);
    auto* trying = tryout_of(made, size);
    auto& plan = trying ? trying->plan() : made.plan;
    if (explains_all(process::here().by())) count_told(plan, size);
    if (process::here().by().dry) return call.native();
    if (!trying) return run(plan, call, user...);
    auto begin = steady_ns();
    int code = run(plan, call, user...);
    trying->took(steady_ns() - begin);
    if (trying->is_due()) settle_tryout(*trying, size);
    return code;
}

int communicator::run_watched(const decision& made, const bcast_call& call, std::size_t element)
{
    auto& by = process::here().by();
    user_data user{call.at, std::size_t(call.count), call.type, element};
    if (by.verify) verify_call(comm_, {collective::bcast, user.size(), std::size_t(call.root), made.plan.text});
    int code = run_told(made, {collective::bcast, user.size()}, call, element);
    if (by.verify && code == MPI_SUCCESS) verify_result(comm_, user, call.root, made.plan.text);
    return code;
}

int communicator::run_watched(const decision& made, const rooted_call& call, const rooted_user& user)
{
    auto& by = process::here().by();
    if (by.verify) {
        verify_call(comm_, {call.which, call.bytes_of(user), std::size_t(call.root), made.plan.text});
        verify_sizes(call, user);
    }
    int code = run_told(made, {call.which, user.block}, call, user);
    if (by.verify && code == MPI_SUCCESS) verify_result(call, user, made.plan.text);
    return code;
}

int communicator::run_watched(const decision& made, const barrier_call& call)
{
    auto& by = process::here().by();
    if (by.verify) verify_call(comm_, {collective::barrier, 0, 0, made.plan.text});
    return run_told(made, {collective::barrier, {}}, call);
}

int communicator::run_watched(const decision& made, const allgather_call& call, const allgather_user& user)
{
    auto& by = process::here().by();
    auto n = call.bytes_of(user);
    if (by.verify) verify_call(comm_, {call.which, n, 0, made.plan.text});
    int code = run_told(made, {call.which, n}, call, user);
    if (by.verify && code == MPI_SUCCESS) verify_result(call, user, made.plan.text);
    return code;
}

int communicator::run_watched(const decision& made, const reduction_call& call, const reduction_user& user)
{
    auto& by = process::here().by();
    auto n = call.bytes_of(user);
    std::optional<reduction_check> check;
    if (by.verify) {
        verify_call(comm_, {call.which, n, std::size_t(call.root), made.plan.text});
        check.emplace(call, user);
    }
    int code = run_told(made, {call.which, n, user.how.commutative}, call, user);
    if (check && code == MPI_SUCCESS) check->verify(made.plan.text);
    return code;
}

int communicator::run_watched(const decision& made, const alltoall_call& call, const alltoall_user& user)
{
    auto& by = process::here().by();
    std::optional<alltoall_check> check;
    if (by.verify) {
        verify_call(comm_, {call.which, call.bytes_of(user), 0, made.plan.text});
        check.emplace(call, user);
    }
    int code = run_told(made, {call.which, user.each}, call, user);
    if (check && code == MPI_SUCCESS) check->verify(made.plan.text);
    return code;
}

int communicator::run_watched(const decision& made, const neighbor_call& call, const neighbor_user& user)
{
    auto& by = process::here().by();
    if (by.verify) verify_call(comm_, {call.which, call.bytes_of(user), 0, made.plan.text});
    int code = run_told(made, {call.which, user.each}, call, user);
    if (by.verify && code == MPI_SUCCESS) verify_result(call, user, made.plan.text);
    return code;
}

} // namespace hocket

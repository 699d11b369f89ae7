// SPDX-License-Identifier: BSD-3-Clause
// Calls that are explained, tried dry or verified.
#include "interpose/communicator.hpp"
#include "interpose/explain.hpp"
#include "interpose/process.hpp"
#include "interpose/verify.hpp"
#include <chrono>
#include <cstdio>

namespace hocket {

namespace {

std::string place_text(const std::optional<layout>& where, int ranks)
{
    auto text = std::to_string(ranks) + " ranks";
    if (!where) return text;
    return text + ", " + std::to_string(where->nodes()) + (where->nodes() == 1 ? " node" : " nodes") + " (" +
           where->text() + ")";
}

// "bcast 40 bytes"; "gatherv", "alltoallv", whose choice knows no sizes.
std::string sized(collective which, std::optional<std::size_t> bytes)
{
    auto text = name_of(which);
    if (bytes) text.append(" ").append(std::to_string(*bytes)).append(" bytes");
    return text;
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

class stopwatch {
public:
    std::string text() const
    {
        char text[32];
        std::chrono::duration<double, std::micro> t = std::chrono::steady_clock::now() - start_;
        std::snprintf(text, sizeof text, "%.1f us", t.count());
        return text;
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

} // namespace

void communicator::watch_again()
{
    auto& by = process::here().by();
    if (!settled_) return;
    watched_ = is_watched(by);
    forget_choices();
}

const decision* communicator::would_run(collective what, std::size_t n, std::string& why)
{
    static const auto alone = left_to_library("nothing of Hocket's runs on this communicator");
    static const auto apart = left_to_library("nothing of Hocket's runs in this topology");
    if (native_) return &alone;
    bool around = has_neighbors(name_of(what));
    if (settled_ && around && !topology_ && has_looked_around_) return &apart;
    if (settled_ && (!around || topology_)) return &decide(what, n);
    why = around ? "no blocking neighborhood collective has run on this communicator yet"
                 : "no collective has run on this communicator yet";
    why += ": its ranks have agreed on nothing";
    return nullptr;
}

// Once per decision, when it is first used.
void communicator::announce(const decision& made, const std::string& what, const char* more)
{
    auto& by = process::here().by();
    if (rank_ != 0 || !announced_.insert(&made).second) return;
    explain(by, what + " on " + place_text(where_, size_) + ": " + made.plan.text + " [" + made.reason + "]" +
                    (by.dry ? ", dry: native runs" : more));
}

void communicator::announce_later(const decision& made, const call_size& size)
{
    bool says = size.which != collective::barrier && !irregular(name_of(size.which));
    auto what = "i" + sized(size.which, says ? std::optional(size.bytes) : std::nullopt);
    bool waits = made.plan.runs == way::own && !can_set_off(made.plan);
    bool unseen = process::here().by().verify && !waits && !is_native(made);
    announce(made, what, waits ? ", but native here" : unseen ? ", not verified" : "");
}

void communicator::tell_call(const decision& made, const std::string& what, const std::string& time) const
{
    auto& by = process::here().by();
    if (explains_calls(by) && rank_ == 0)
        explain(by, what + ": " + (by.dry || native_ ? "native" : made.plan.text) + ", " + time);
}

// As the plan has it, or the library where the run is dry. `root`: what is told beside `what` of each call.
template <class Call, class... User>
int communicator::run_told(const decision& made, const std::string& what, const std::string& root, const Call& call,
                           const User&... user)
{
    announce(made, what);
    stopwatch watch;
    int code = process::here().by().dry ? call.native() : run(made.plan, call, user...);
    tell_call(made, what + root, watch.text());
    return code;
}

int communicator::run_watched(const decision& made, const bcast_call& call, std::size_t element)
{
    auto& by = process::here().by();
    user_data user{call.at, std::size_t(call.count), call.type, element};
    auto what = sized(collective::bcast, user.size());
    if (by.verify) verify_call(comm_, {collective::bcast, user.size(), std::size_t(call.root), made.plan.text});
    int code = run_told(made, what, " from rank " + std::to_string(call.root), call, element);
    if (by.verify && code == MPI_SUCCESS) verify_result(comm_, user, call.root, made.plan.text);
    return code;
}

int communicator::run_watched(const decision& made, const rooted_call& call, const rooted_user& user)
{
    auto& by = process::here().by();
    auto what = sized(call.which, user.block);
    if (by.verify) {
        verify_call(comm_, {call.which, call.bytes_of(user), std::size_t(call.root), made.plan.text});
        verify_sizes(call, user);
    }
    auto root = std::string(call.gathers() ? " to rank " : " from rank ").append(std::to_string(call.root));
    int code = run_told(made, what, root, call, user);
    if (by.verify && code == MPI_SUCCESS) verify_result(call, user, made.plan.text);
    return code;
}

int communicator::run_watched(const decision& made, const barrier_call& call)
{
    auto& by = process::here().by();
    if (by.verify) verify_call(comm_, {collective::barrier, 0, 0, made.plan.text});
    return run_told(made, sized(collective::barrier, {}), {}, call);
}

int communicator::run_watched(const decision& made, const allgather_call& call, const allgather_user& user)
{
    auto& by = process::here().by();
    auto n = call.bytes_of(user);
    auto what = sized(call.which, n);
    if (by.verify) verify_call(comm_, {call.which, n, 0, made.plan.text});
    int code = run_told(made, what, {}, call, user);
    if (by.verify && code == MPI_SUCCESS) verify_result(call, user, made.plan.text);
    return code;
}

int communicator::run_watched(const decision& made, const reduction_call& call, const reduction_user& user)
{
    auto& by = process::here().by();
    auto n = call.bytes_of(user);
    auto what = sized(call.which, n);
    std::optional<reduction_check> check;
    if (by.verify) {
        verify_call(comm_, {call.which, n, std::size_t(call.root), made.plan.text});
        check.emplace(call, user);
    }
    int code = run_told(made, what, {}, call, user);
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
    int code = run_told(made, sized(call.which, user.each), {}, call, user);
    if (check && code == MPI_SUCCESS) check->verify(made.plan.text);
    return code;
}

int communicator::run_watched(const decision& made, const neighbor_call& call, const neighbor_user& user)
{
    auto& by = process::here().by();
    if (by.verify) verify_call(comm_, {call.which, call.bytes_of(user), 0, made.plan.text});
    int code = run_told(made, sized(call.which, user.each), {}, call, user);
    if (by.verify && code == MPI_SUCCESS) verify_result(call, user, made.plan.text);
    return code;
}

} // namespace hocket

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

std::string microseconds(std::chrono::duration<double, std::micro> t)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1f us", t.count());
    return text;
}

} // namespace

// Once per decision, when it is first used.
void communicator::announce(const decision& made, std::size_t n)
{
    auto& by = process::here().by();
    if (rank_ != 0 || !announced_.insert(&made).second) return;
    explain(by, "bcast " + std::to_string(n) + " bytes on " + place_text(where_, size_) + ": " + made.plan.text + " [" +
                    made.reason + "]" + (by.dry ? ", dry: native runs" : ""));
}

int communicator::run_watched(const decision& made, const bcast_call& call, std::size_t element)
{
    auto& by = process::here().by();
    user_data user{call.at, std::size_t(call.count), call.type, element};
    if (by.verify) verify_call(comm_, {user.size(), std::size_t(call.root), made.plan.text});
    announce(made, user.size());

    auto start = std::chrono::steady_clock::now();
    int code = by.dry ? call.native() : run(made.plan, call, element);
    auto time = std::chrono::steady_clock::now() - start;

    if (explains_calls(by) && rank_ == 0)
        explain(by, "bcast " + std::to_string(user.size()) + " bytes from rank " + std::to_string(call.root) + ": " +
                        (by.dry || native_ ? "native" : made.plan.text) + ", " + microseconds(time));
    if (by.verify && code == MPI_SUCCESS) verify_result(comm_, user, call.root, made.plan.text);
    return code;
}

} // namespace hocket

// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/leftovers.hpp"
#include "interpose/explain.hpp"
#include "interpose/process.hpp"

namespace hocket {

std::string leftovers::text() const
{
    std::string all;
    auto say = [&](std::size_t n, const char* one, const char* more = "s", const char* rest = "") {
        if (n == 0) return;
        all.append(all.empty() ? "" : ", ").append(std::to_string(n)).append(" ").append(one);
        all.append(n == 1 ? "" : more).append(rest);
    };
    say(std::size_t(unheard), "request", "s", " never waited for");
    say(std::size_t(persistent), "persistent request", "s", " never freed");
    say(std::size_t(operations), "operation");
    say(messages, "message");
    say(std::size_t(tag_ranges), "range", "s", " of tags");
    say(std::size_t(handles), "type", "s", " or operators");
    say(std::size_t(communicators), "private communicator");
    say(blocks, "block", "s", " of memory");
    return all.empty() ? "nothing" : all;
}

// One rank for all where there is nothing, and only if something of this kind has run at all.
void process::tell_held(const leftovers& what) const
{
    bool any = what != leftovers{};
    int rank = 0;
    if (!explains(settings_) || !has_world_ || (!any && (!first_of_world_ || !wants_nonblocking_))) return;
    mpi.Comm_rank(MPI_COMM_WORLD, &rank);
    explain(settings_, "rank " + std::to_string(rank) + " still holds at the end of MPI: " + what.text());
}

} // namespace hocket

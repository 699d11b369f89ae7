// SPDX-License-Identifier: BSD-3-Clause
// Each rank waits for its own stream. All of them hear whether one could not, since none may be left in the reduction.
#include "interpose/on_stream.hpp"
#include "interpose/dispatch.hpp"
#include "interpose/together.hpp"
#include <fmt/format.h>

namespace hocket {

namespace {

std::string wait_for(void* stream, const reduction_call& call)
{
    auto& all = process::here().accelerators();
    if (!all.any()) return "no driver of a device is loaded";
    const void* buffers[] = {call.from == MPI_IN_PLACE ? nullptr : call.from, call.to};
    auto* wrong = all.driver().wait_for(stream, buffers);
    return wrong ? fmt::format("the stream cannot be waited for: {}", wrong) : std::string();
}

// The first rank that could not is named to the others.
std::string agree_on(const communicator& on, MPI_Comm comm, const std::string& mine)
{
    inside guard;
    auto own = mine.empty() ? std::uint64_t(0) : std::uint64_t(on.size() - on.rank()), worst = own;
    int code = on.size() == 1 ? MPI_SUCCESS : greatest_of_all(&own, &worst, 1, comm);
    if (code != MPI_SUCCESS) return fmt::format("the ranks could not agree: error {} of MPI", code);
    if (worst == own) return mine;
    return mine.empty() ? fmt::format("rank {} could not wait for its stream", on.size() - int(worst)) : mine;
}

} // namespace

std::string run_on_stream(communicator& on, const reduction_call& call, void* stream)
{
    auto ended = [&](int code) {
        return code == MPI_SUCCESS ? std::string()
                                   : fmt::format("{} ended in error {} of MPI", function_of(call.which), code);
    };
    if (on.is_inter()) return "a communicator of two groups has no reductions on streams";
    if (int code = on.failure()) return ended(on.give_up(code)); // the others may be in what this rank has left out
    auto trouble = agree_on(on, call.comm, wait_for(stream, call));
    return trouble.empty() ? ended(run(call)) : trouble;
}

} // namespace hocket

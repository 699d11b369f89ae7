// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/recorder.hpp"
#include "simulate/parcel.hpp"
#include <algorithm>
#include <fmt/format.h>

namespace hocket {
namespace {

constexpr long most_operations = 5'000'000; // about 1 GiB of them

} // namespace

void recorder::port::disagree(const disagreement_of& which)
{
    in_.fail(which.rank, fmt::format("has {} bytes where the root expects {}", which.announced, which.expected));
}

bytes recorder::port::take(spot::kind of, std::size_t n)
{
    memory_.push_back({std::make_unique_for_overwrite<std::byte[]>(n), n, {of, used_[of]}});
    used_[of] += (n + 63) / 64 * 64;
    return {memory_.back().memory.get(), n};
}

std::optional<spot> recorder::port::find(const std::byte* at) const
{
    for (auto& p : memory_)
        if (at >= p.memory.get() && at < p.memory.get() + p.size)
            return spot{p.first.in, p.first.offset + std::size_t(at - p.memory.get())};
    return {};
}

recorder::recorder(int ranks, bytes user_buffer) : user_(user_buffer), made_(std::size_t(ranks))
{
    for (int r = 0; r < ranks; ++r) ports_.emplace_back(*this, r);
}

result<std::vector<rank_schedule>> recorder::run(const std::function<task(net)>& body)
{
    int p = int(ports_.size());
    std::vector<completion> ends(ports_.size()); // outlive the tasks
    std::vector<task> tasks;
    running_ = true;
    for (int r = 0; r < p; ++r) tasks.push_back(body(net(ports_[std::size_t(r)], r, p)));
    for (std::size_t r = 0; r < tasks.size(); ++r) order_.start(tasks[r], ends[r]);
    while (!trouble_ && !ready_.empty()) {
        auto* r = ready_.front();
        ready_.pop_front();
        order_.completed(*r);
    }
    for (int r = 0; r < p && !trouble_; ++r)
        if (!ends[std::size_t(r)].done()) fail(r, "waits for a message that nobody sends or receives");
    running_ = false; // what the tasks still have in flight is cancelled in silence
    if (trouble_) return *trouble_;
    for (std::size_t r = 0; r < made_.size(); ++r) made_[r].scratch = ports_[r].used(spot::scratch);
    return std::move(made_);
}

// Copies and reductions, too, complete later: then all that one run of a coroutine posts has the same causes.
bool recorder::post(int rank, request& r)
{
    r.owner = rank;
    if (trouble_) return false;
    auto& mine = made_[std::size_t(rank)].operations;
    if (r.what == verb::native_bcast) fail(rank, "asks for the MPI library's own broadcast, which has no text");
    else if (++operations_ > most_operations)
        fail(rank, fmt::format("posts operation number {}, more than can be recorded; fewer ranks or larger "
                               "segments need fewer",
                               operations_));
    if (trouble_) return false;
    order_.posted(r, int(mine.size()));
    mine.push_back(described(r));
    if (mine.back().is_message()) match(r);
    else ready_.push_back(&r);
    bool tables = r.what == verb::copy && r.count > 0 && is_ledger(rank, r.from) && is_ledger(rank, r.into);
    if (tables) std::memmove(r.into, r.from, r.count);
    return false;
}

scheduled recorder::described(const request& r)
{
    scheduled op{r.what, r.peer, r.context, r.count, {}, {}, {}, r.with && r.with != r.into, {}, order_.now()};
    if (r.pieces) {
        for_each_piece(r, [&](const std::byte* at, std::size_t, std::size_t n) {
            op.pieces.push_back({locate(r.owner, at, n), n});
        });
        return op;
    }
    if (r.what != verb::send) op.into = locate(r.owner, r.into, r.count);
    if (r.what == verb::send || r.what == verb::copy || r.what == verb::reduce)
        op.from = locate(r.owner, r.from, r.count);
    if (op.has_with) op.with = locate(r.owner, r.with, r.count);
    return op;
}

spot recorder::locate(int rank, const std::byte* at, std::size_t n)
{
    if (n == 0) return {};
    auto found = ports_[std::size_t(rank)].find(at);
    auto& ledger = made_[std::size_t(rank)].ledger;
    if (found && found->in == spot::ledger) ledger = std::max(ledger, found->offset + n);
    if (found) return *found;
    if (at < user_.data() || at + n > user_.data() + user_.size())
        fail(rank, "uses memory that is neither the user's buffer nor scratch of the operation");
    return {spot::data, std::size_t(at - user_.data())};
}

bool recorder::is_ledger(int rank, const std::byte* at) const
{
    auto found = ports_[std::size_t(rank)].find(at);
    return found && found->in == spot::ledger;
}

void recorder::carry(const request& send, const request& recv)
{
    auto carried = packed(send, [&](auto* at) { return is_ledger(send.owner, at); });
    unpack(carried, recv, [&](auto* at) { return is_ledger(recv.owner, at); });
}

void recorder::match(request& r)
{
    if (r.peer < 0 || r.peer >= int(ports_.size()))
        return fail(r.owner, fmt::format("names rank {} of {}", r.peer, ports_.size()));
    bool sends = r.what == verb::send;
    auto& queue = waiting_[{r.context, sends ? r.owner : r.peer, sends ? r.peer : r.owner}];
    if (queue.empty() || (queue.front()->what == verb::send) == sends) return queue.push_back(&r);
    auto* other = queue.front();
    queue.pop_front();
    if (other->count != r.count)
        return fail(r.owner, fmt::format("and rank {} disagree about a message: {} and {} bytes", r.peer, r.count,
                                         other->count));
    carry(sends ? r : *other, sends ? *other : r);
    ready_.push_back(other);
    ready_.push_back(&r);
}

void recorder::cancel(int rank, request& r) noexcept
{
    if (!running_) return;
    order_.cancelled(r);
    fail(rank, "gives up what it has begun");
}

void recorder::fail(int rank, const std::string& what)
{
    if (!trouble_) trouble_ = mistake{fmt::format("rank {} {}", rank, what)};
}

} // namespace hocket
